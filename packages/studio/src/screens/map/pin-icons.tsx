import {
  IconApple,
  IconBabyCarriage,
  IconBath,
  IconBatteryCharging,
  IconBeer,
  IconBike,
  IconBook,
  IconBrush,
  IconBuildingStore,
  IconBulb,
  IconBus,
  IconCalendar,
  IconCamera,
  IconCar,
  IconCaravan,
  IconCoffee,
  IconCompass,
  IconCup,
  IconDisabled,
  IconDisc,
  IconDroplet,
  IconFirstAidKit,
  IconFish,
  IconGuitarPick,
  IconHammer,
  IconHeart,
  IconHeartHandshake,
  IconHome,
  IconIceCream,
  IconInfoCircle,
  IconMapPin,
  IconMessages,
  IconMicrophone2,
  IconMoon,
  IconMovie,
  IconMusic,
  IconNews,
  IconPalette,
  IconParking,
  IconPiano,
  IconPlant2,
  IconPresentation,
  IconRadio,
  IconShip,
  IconShoppingBag,
  IconSparkles,
  IconStar,
  IconTent,
  IconTicket,
  IconToiletPaper,
  IconToolsKitchen2,
  IconUsers,
  IconWallet,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react'
import { memo } from 'react'

/** The symbols of the pins, once per page; each pin refers to its own. */
export const PinIcons = memo(function PinIcons() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="pin-icons">
      {Object.entries(icons).map(([name, Icon]) => (
        <symbol key={name} id={symbolOf(name)} viewBox="0 0 24 24">
          <Icon size={24} stroke={2} />
        </symbol>
      ))}
    </svg>
  )
})

/** The symbol of a place without an icon. */
export const plainPin = 'map-pin'

/** The symbol of a record's icon; undefined when the studio has no similar one. */
export function pinIcon(icon: unknown): string | undefined {
  const type = Object(icon).type
  return typeof type === 'string' && type in icons ? type : undefined
}

export const symbolOf = (name: string) => `pin-icon-${name}`

/** The names are those of the apps' icon family; the symbols are the nearest of the studio. */
const icons: Record<string, TablerIcon> = {
  [plainPin]: IconMapPin,
  accessibility: IconDisabled,
  apple: IconApple,
  'audio-waveform': IconWaveSine,
  baby: IconBabyCarriage,
  'battery-charging': IconBatteryCharging,
  beer: IconBeer,
  bike: IconBike,
  'book-open': IconBook,
  brush: IconBrush,
  bus: IconBus,
  calendar: IconCalendar,
  camera: IconCamera,
  car: IconCar,
  caravan: IconCaravan,
  coffee: IconCoffee,
  compass: IconCompass,
  cross: IconFirstAidKit,
  'cup-soda': IconCup,
  'disc-3': IconDisc,
  droplets: IconDroplet,
  drum: IconMusic,
  film: IconMovie,
  'first-aid': IconFirstAidKit,
  guitar: IconGuitarPick,
  hammer: IconHammer,
  'hand-helping': IconHeartHandshake,
  heart: IconHeart,
  'heart-handshake': IconHeartHandshake,
  home: IconHome,
  'ice-cream-cone': IconIceCream,
  info: IconInfoCircle,
  lightbulb: IconBulb,
  'messages-square': IconMessages,
  mic: IconMicrophone2,
  'mic-vocal': IconMicrophone2,
  moon: IconMoon,
  music: IconMusic,
  newspaper: IconNews,
  palette: IconPalette,
  parking: IconParking,
  piano: IconPiano,
  presentation: IconPresentation,
  radio: IconRadio,
  shell: IconFish,
  ship: IconShip,
  'shopping-bag': IconShoppingBag,
  'shower-head': IconBath,
  sparkles: IconSparkles,
  sprout: IconPlant2,
  star: IconStar,
  store: IconBuildingStore,
  tent: IconTent,
  ticket: IconTicket,
  toilet: IconToiletPaper,
  users: IconUsers,
  utensils: IconToolsKitchen2,
  wallet: IconWallet,
}
