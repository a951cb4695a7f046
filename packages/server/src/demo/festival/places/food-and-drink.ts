import { place } from './place.ts'

export const foodAndDrink = [
  place('black-wheat', 'food', [790, 580], {
    fr: 'Le Blé Noir | Galettes de sarrasin à la minute, beurre salé d’ici. Sans gluten sur demande.',
    en: 'Le Blé Noir | Buckwheat galettes made to order with local salted butter. Gluten-free on request.',
    es: 'Le Blé Noir | Galettes de trigo sarraceno al momento, con mantequilla salada local. Sin gluten a petición.',
  }),
  place('wood-oven', 'food', [845, 580], {
    fr: 'Le Four Voyageur | Pizzas au feu de bois dans un ancien wagon à sel. Une végane chaque jour.',
    en: 'The Travelling Oven | Wood-fired pizza from a former salt wagon. A vegan one every day.',
    es: 'El Horno Viajero | Pizzas al fuego de leña en un antiguo vagón de sal. Una vegana cada día.',
  }),
  place('moon-soup', 'food', [900, 580], {
    fr: 'Soupe de Lune | Bouillons aux algues et nouilles faites main. Tout est végane, ouvert jusqu’à 3 h.',
    en: 'Moon Soup | Seaweed broths and hand-made noodles. Everything is vegan, open until 3 am.',
    es: 'Sopa de Luna | Caldos de algas y fideos hechos a mano. Todo es vegano, abierto hasta las 3.',
  }),
  place('fries', 'food', [790, 640], {
    fr: 'La Frite Salée | Poisson du jour pané et frites au sel du marais. La file avance vite.',
    en: 'The Salty Chip | Breaded catch of the day and chips with marsh salt. The queue moves fast.',
    es: 'La Patata Salada | Pescado del día rebozado y patatas con sal de la marisma. La cola avanza rápido.',
  }),
  place('orchard', 'food', [845, 640], {
    fr: 'Le Verger d’en Haut | Salades, tartines et fruits des vergers à moins de vingt kilomètres.',
    en: 'The Upper Orchard | Salads, open sandwiches and fruit from orchards less than twenty kilometres away.',
    es: 'El Huerto de Arriba | Ensaladas, tostas y fruta de huertos a menos de veinte kilómetros.',
  }),
  place('far', 'food', [900, 640], {
    icon: 'ice-cream-cone',
    fr: 'Loin du Far | Fars, crêpes sucrées et glaces au lait ribot. Demandez le far aux pruneaux, il part tôt.',
    en: 'Far and Away | Prune far, sweet crêpes and buttermilk ice cream. Ask for the far early, it goes fast.',
    es: 'Loin du Far | Far bretón, crepes dulces y helados de suero de leche. Pida el far pronto: vuela.',
  }),
  place('oysters', 'food', [705, 345], {
    icon: 'shell',
    fr: 'La Cabane aux Huîtres | Ouvertes devant vous par celles et ceux qui les élèvent, face à leurs parcs.',
    en: 'The Oyster Hut | Opened in front of you by the people who farm them, looking out at the beds.',
    es: 'La Cabaña de las Ostras | Abiertas ante usted por quienes las crían, frente a sus parques.',
  }),
  place('plancha', 'food', [1185, 765], {
    fr: 'La Plancha du Large | Sardines, poivrons et épis de maïs grillés sur la plage.',
    en: 'The Beach Grill | Sardines, peppers and corn on the cob, grilled on the sand.',
    es: 'La Plancha de la Playa | Sardinas, pimientos y mazorcas a la plancha sobre la arena.',
  }),
  place('sleepers-cafe', 'food', [1300, 350], {
    icon: 'coffee',
    fr: 'Le Café des Dormeurs | Café, porridge et viennoiseries dès 7 h, à deux pas des tentes.',
    en: 'The Sleepers’ Café | Coffee, porridge and pastries from 7 am, two steps from the tents.',
    es: 'El Café de los Dormilones | Café, gachas y bollería desde las 7, a dos pasos de las tiendas.',
  }),
  place('bar-jetty', 'bar', [660, 665], {
    fr: 'Bar de la Jetée | Bières du pays, cidre et sirops, vue sur la grande scène. Gobelets consignés.',
    en: 'Jetty Bar | Local beers, cider and cordials with a view of the main stage. Returnable cups.',
    es: 'Bar del Espigón | Cervezas de la zona, sidra y siropes con vistas al escenario principal. Vasos retornables.',
  }),
  place('bar-lighthouse', 'bar', [205, 260], {
    fr: 'Bar du Phare | Le dernier bar avant l’Amérique. Infusions chaudes après 2 h.',
    en: 'Lighthouse Bar | The last bar before America. Hot herbal teas after 2 am.',
    es: 'Bar del Faro | El último bar antes de América. Infusiones calientes a partir de las 2.',
  }),
  place('bar-dune', 'bar', [930, 765], {
    fr: 'Buvette de la Dune | Limonades, kombucha et petites bières, les pieds dans le sable.',
    en: 'Dune Bar | Lemonade, kombucha and small beers with your feet in the sand.',
    es: 'Chiringuito de la Duna | Limonadas, kombucha y cañas con los pies en la arena.',
  }),
  place('cider-club', 'bar', [945, 420], {
    icon: 'apple',
    fr: 'Le Club du Cidre | Douze cidres et poirés de petits producteurs, à la bolée.',
    en: 'The Cider Club | Twelve ciders and perries from small makers, by the bowl.',
    es: 'El Club de la Sidra | Doce sidras y peradas de pequeños productores, en tazón.',
  }),
  place('fresh-water-bar', 'bar', [1010, 520], {
    icon: 'cup-soda',
    fr: 'L’Eau Vive | Le bar sans alcool : cocktails d’herbes, thés glacés, prix doux.',
    en: 'Fresh Water | The alcohol-free bar: herb cocktails, iced teas, gentle prices.',
    es: 'Agua Viva | El bar sin alcohol: cócteles de hierbas, tés helados, precios suaves.',
  }),
]
