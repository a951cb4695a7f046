import heartFilled from '@tabler/icons/filled/heart.svg?raw'
import starFilled from '@tabler/icons/filled/star.svg?raw'
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw'
import armchair from '@tabler/icons/outline/armchair.svg?raw'
import arrowsMinimize from '@tabler/icons/outline/arrows-minimize.svg?raw'
import babyCarriage from '@tabler/icons/outline/baby-carriage.svg?raw'
import beer from '@tabler/icons/outline/beer.svg?raw'
import bell from '@tabler/icons/outline/bell.svg?raw'
import bellOff from '@tabler/icons/outline/bell-off.svg?raw'
import bike from '@tabler/icons/outline/bike.svg?raw'
import bookmark from '@tabler/icons/outline/bookmark.svg?raw'
import brandInstagram from '@tabler/icons/outline/brand-instagram.svg?raw'
import brandMastodon from '@tabler/icons/outline/brand-mastodon.svg?raw'
import brandYoutube from '@tabler/icons/outline/brand-youtube.svg?raw'
import buildingStore from '@tabler/icons/outline/building-store.svg?raw'
import bus from '@tabler/icons/outline/bus.svg?raw'
import calendarEvent from '@tabler/icons/outline/calendar-event.svg?raw'
import calendarMonth from '@tabler/icons/outline/calendar-month.svg?raw'
import calendarPlus from '@tabler/icons/outline/calendar-plus.svg?raw'
import camera from '@tabler/icons/outline/camera.svg?raw'
import car from '@tabler/icons/outline/car.svg?raw'
import check from '@tabler/icons/outline/check.svg?raw'
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw'
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw'
import circleDot from '@tabler/icons/outline/circle-dot.svg?raw'
import clipboardCheck from '@tabler/icons/outline/clipboard-check.svg?raw'
import clock from '@tabler/icons/outline/clock.svg?raw'
import cloud from '@tabler/icons/outline/cloud.svg?raw'
import coffee from '@tabler/icons/outline/coffee.svg?raw'
import compass from '@tabler/icons/outline/compass.svg?raw'
import dots from '@tabler/icons/outline/dots.svg?raw'
import download from '@tabler/icons/outline/download.svg?raw'
import droplet from '@tabler/icons/outline/droplet.svg?raw'
import ear from '@tabler/icons/outline/ear.svg?raw'
import externalLink from '@tabler/icons/outline/external-link.svg?raw'
import filter from '@tabler/icons/outline/filter.svg?raw'
import firstAidKit from '@tabler/icons/outline/first-aid-kit.svg?raw'
import flag from '@tabler/icons/outline/flag.svg?raw'
import gift from '@tabler/icons/outline/gift.svg?raw'
import hammer from '@tabler/icons/outline/hammer.svg?raw'
import heart from '@tabler/icons/outline/heart.svg?raw'
import heartHandshake from '@tabler/icons/outline/heart-handshake.svg?raw'
import helpCircle from '@tabler/icons/outline/help-circle.svg?raw'
import home from '@tabler/icons/outline/home.svg?raw'
import infoCircle from '@tabler/icons/outline/info-circle.svg?raw'
import language from '@tabler/icons/outline/language.svg?raw'
import layoutColumns from '@tabler/icons/outline/layout-columns.svg?raw'
import leaf from '@tabler/icons/outline/leaf.svg?raw'
import link from '@tabler/icons/outline/link.svg?raw'
import list from '@tabler/icons/outline/list.svg?raw'
import lock from '@tabler/icons/outline/lock.svg?raw'
import login from '@tabler/icons/outline/login.svg?raw'
import mail from '@tabler/icons/outline/mail.svg?raw'
import map2 from '@tabler/icons/outline/map-2.svg?raw'
import mapPin from '@tabler/icons/outline/map-pin.svg?raw'
import menu2 from '@tabler/icons/outline/menu-2.svg?raw'
import microphone from '@tabler/icons/outline/microphone.svg?raw'
import minus from '@tabler/icons/outline/minus.svg?raw'
import moon from '@tabler/icons/outline/moon.svg?raw'
import movie from '@tabler/icons/outline/movie.svg?raw'
import music from '@tabler/icons/outline/music.svg?raw'
import news from '@tabler/icons/outline/news.svg?raw'
import palette from '@tabler/icons/outline/palette.svg?raw'
import phone from '@tabler/icons/outline/phone.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import presentation from '@tabler/icons/outline/presentation.svg?raw'
import printer from '@tabler/icons/outline/printer.svg?raw'
import refresh from '@tabler/icons/outline/refresh.svg?raw'
import ripple from '@tabler/icons/outline/ripple.svg?raw'
import search from '@tabler/icons/outline/search.svg?raw'
import settings from '@tabler/icons/outline/settings.svg?raw'
import share from '@tabler/icons/outline/share.svg?raw'
import shoppingBag from '@tabler/icons/outline/shopping-bag.svg?raw'
import star from '@tabler/icons/outline/star.svg?raw'
import sun from '@tabler/icons/outline/sun.svg?raw'
import tent from '@tabler/icons/outline/tent.svg?raw'
import ticket from '@tabler/icons/outline/ticket.svg?raw'
import toiletPaper from '@tabler/icons/outline/toilet-paper.svg?raw'
import toolsKitchen2 from '@tabler/icons/outline/tools-kitchen-2.svg?raw'
import train from '@tabler/icons/outline/train.svg?raw'
import trophy from '@tabler/icons/outline/trophy.svg?raw'
import user from '@tabler/icons/outline/user.svg?raw'
import users from '@tabler/icons/outline/users.svg?raw'
import waveSine from '@tabler/icons/outline/wave-sine.svg?raw'
import wheelchair from '@tabler/icons/outline/wheelchair.svg?raw'
import wifiOff from '@tabler/icons/outline/wifi-off.svg?raw'
import world from '@tabler/icons/outline/world.svg?raw'
import x from '@tabler/icons/outline/x.svg?raw'

/** The drawings by the names that content uses, which are those of Lucide, and by those of the app's own controls. */
export const drawings: Record<string, string> = {
  accessibility: wheelchair,
  'alert-triangle': alertTriangle,
  armchair,
  'arrows-minimize': arrowsMinimize,
  'audio-waveform': waveSine,
  baby: babyCarriage,
  beer,
  bell,
  'bell-off': bellOff,
  bike,
  bookmark,
  bus,
  calendar: calendarEvent,
  'calendar-days': calendarMonth,
  'calendar-plus': calendarPlus,
  camera,
  car,
  check,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'circle-dot': circleDot,
  'circle-question-mark': helpCircle,
  'clipboard-check': clipboardCheck,
  clock,
  'cloud-sun': cloud,
  coffee,
  compass,
  dots,
  download,
  droplet,
  droplets: droplet,
  ear,
  'external-link': externalLink,
  film: movie,
  filter,
  'first-aid': firstAidKit,
  flag,
  gift,
  globe: world,
  hammer,
  'hand-heart': heartHandshake,
  heart,
  'heart-filled': heartFilled,
  'heart-handshake': heartHandshake,
  home,
  house: home,
  info: infoCircle,
  instagram: brandInstagram,
  language,
  'layout-columns': layoutColumns,
  leaf,
  link,
  list,
  lock,
  login,
  mail,
  map: map2,
  'map-pin': mapPin,
  mastodon: brandMastodon,
  menu: menu2,
  mic: microphone,
  'mic-vocal': microphone,
  minus,
  moon,
  music,
  newspaper: news,
  palette,
  phone,
  plus,
  presentation,
  printer,
  refresh,
  search,
  settings,
  share,
  'shopping-bag': shoppingBag,
  star,
  'star-filled': starFilled,
  store: buildingStore,
  sun,
  tent,
  ticket,
  toilet: toiletPaper,
  'train-front': train,
  trophy,
  user,
  users,
  utensils: toolsKitchen2,
  waves: ripple,
  'wifi-off': wifiOff,
  x,
  youtube: brandYoutube,
}
