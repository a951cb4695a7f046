import { defineTexts } from '../../texts/define.ts'

export const texts = defineTexts({
  en: {
    short: 'Crop',
    open: 'Crop and focus',
    title: 'Crop and focus',
    hint: 'Drag the frame or its corners. Click where the important part is: it stays visible wherever the picture is cut.',
    focusOnly:
      'Click where the important part is: it stays visible wherever the picture is cut. Only uploaded photos can be cropped.',
    ratio: 'Shape of the frame',
    free: 'Free',
    crop: 'Frame: arrow keys move it, with Shift they resize it',
    focus: 'Focal point: arrow keys move it',
    reset: 'Reset',
  },
  fr: {
    short: 'Recadrer',
    open: 'Recadrer et choisir le point d’intérêt',
    title: 'Cadrage et point d’intérêt',
    hint: 'Faites glisser le cadre ou ses coins. Cliquez sur l’essentiel : il reste visible partout où l’image est coupée.',
    focusOnly:
      'Cliquez sur l’essentiel : il reste visible partout où l’image est coupée. Seules les photos envoyées ici peuvent être recadrées.',
    ratio: 'Format du cadre',
    free: 'Libre',
    crop: 'Cadre : les flèches le déplacent, avec Maj elles le redimensionnent',
    focus: 'Point d’intérêt : les flèches le déplacent',
    reset: 'Réinitialiser',
  },
  es: {
    short: 'Recortar',
    open: 'Recortar y enfocar',
    title: 'Encuadre y punto focal',
    hint: 'Arrastre el marco o sus esquinas. Haga clic en lo importante: seguirá visible donde se corte la imagen.',
    focusOnly:
      'Haga clic en lo importante: seguirá visible donde se corte la imagen. Solo se recortan las fotos subidas aquí.',
    ratio: 'Forma del marco',
    free: 'Libre',
    crop: 'Marco: las flechas lo mueven, con Mayús cambian su tamaño',
    focus: 'Punto focal: las flechas lo mueven',
    reset: 'Restablecer',
  },
})
