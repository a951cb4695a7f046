/** The colours of the festival: the bay at night, its sand, and what grows and shines around it. */
export const palette = {
  night: '#12304A',
  sea: '#17647A',
  shallows: '#A9D8DE',
  foam: '#E4F4F4',
  sand: '#FBF4E4',
  beach: '#F2DDAE',
  shell: '#FFFFFF',
  coral: '#BF3F2B',
  sun: '#F5BC45',
  gorse: '#8A6400',
  moss: '#44702F',
  meadow: '#C9DDA6',
  heather: '#7B4A8E',
  rose: '#B03A68',
  slate: '#566573',
  granite: '#C9CCCB',
} as const
