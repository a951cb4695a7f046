import Type from '../type.ts'
import { Blocks } from './block.ts'
import { Navigator, Tile } from './navigator.ts'
import { Anything, Color, Locale, Localized, Maybe, Media, OpenWord, Reference, Shape, Title } from './scalars.ts'

export const FontRef = Shape(
  { fontHolderId: Maybe(Reference('font')), weight: Maybe(Type.Number()), style: Maybe(OpenWord('normal', 'italic')) },
  { title: 'FontRef' },
)

export const TextStyle = Shape(
  { fontRef: Maybe(FontRef), fontSize: Maybe(Type.Number()), color: Maybe(Color) },
  { title: 'TextStyle' },
)

export const Menu = Shape(
  {
    sections: Type.Array(
      Localized(['title'], { title: Maybe(Title), tiles: Maybe(Type.Array(Tile)) }, { title: 'MenuSection' }),
    ),
    color: Maybe(Color),
  },
  { title: 'Menu' },
)

export const Structure = Shape({ profileTiles: Maybe(Type.Array(Tile)) }, { title: 'Structure' })

export const BottomBar = Shape(
  {
    homeTile: Maybe(Tile),
    firstTile: Maybe(Tile),
    secondTile: Maybe(Tile),
    thirdTile: Maybe(Tile),
    fourthTile: Maybe(Tile),
    borderRadius: Maybe(Type.Number()),
    backgroundColor: Maybe(Color),
    accentColor: Maybe(Color),
    style: Maybe(OpenWord('fixed', 'floating')),
  },
  { title: 'BottomBar' },
)

export const AppBar = Shape(
  {
    backgroundColor: Maybe(Color),
    accentColor: Maybe(Color),
    logo: Type.Optional(Media),
    logoPadding: Maybe(Type.Number()),
    rightNavigator: Maybe(Navigator),
    leftNavigator: Maybe(Navigator),
  },
  { title: 'AppBar' },
)

export const Home = Localized(
  ['blocks'],
  {
    header: Maybe(
      Shape(
        {
          height: Maybe(Type.Number()),
          logo: Type.Optional(Media),
          background: Type.Optional(Media),
          overlay: Type.Optional(Anything),
          backgroundColor: Maybe(Color),
          transition: Maybe(OpenWord('fade', 'slide', 'none')),
          logoPadding: Maybe(Type.Number()),
          logoVerticalAlign: Maybe(OpenWord('top', 'center', 'bottom')),
        },
        { title: 'HomeHeader' },
      ),
    ),
    blocks: Maybe(Blocks),
    defaultLocale: Maybe(Locale),
  },
  { title: 'Home' },
)

export const Theme = Shape(
  {
    logo: Type.Optional(Media),
    accentColor: Maybe(Color),
    backgroundColor: Maybe(Color),
    primaryBackgroundColor: Maybe(Color),
    primaryAccentColor: Maybe(Color),
    surfaceBackgroundColor: Maybe(Color),
    surfaceAccentColor: Maybe(Color),
    surfaceOpacity: Maybe(Type.Number()),
    surfaceDecoration: Maybe(OpenWord('shadow', 'border', 'none')),
    strokeWidth: Maybe(Type.Number()),
    borderRadius: Maybe(Type.Number()),
    fontRef: Maybe(FontRef),
    iconFamily: Maybe(Type.String({ maxLength: 40 })),
    titleTextStyle: Maybe(TextStyle),
    subtitleTextStyle: Maybe(TextStyle),
    bodyTextStyle: Maybe(TextStyle),
    buttonTextStyle: Maybe(TextStyle),
  },
  { title: 'Theme' },
)
