import { defineTexts } from '../texts/define.ts'

export const texts = defineTexts({
  en: {
    presence: {
      others: 'Also here',
      editing: (name: string, field: string) => `${name} is editing ${field}`,
      looking: (name: string) => `${name} is looking`,
    },
    audience: {
      add: 'Add a condition',
      field: 'Field',
      operator: 'Operator',
      value: 'Value',
      how: 'Combine the conditions',
      and: 'All must match',
      or: 'Any may match',
      everybody: 'Everybody who has the app or follows the website receives it.',
      operators: {
        $eq: 'is',
        $ne: 'is not',
        $in: 'is one of',
        $gte: 'is at least',
        $lte: 'is at most',
        $exists: 'is set',
      },
    },
  },
  fr: {
    presence: {
      others: 'Aussi ici',
      editing: (name, field) => `${name} modifie ${field}`,
      looking: (name) => `${name} regarde`,
    },
    audience: {
      add: 'Ajouter une condition',
      field: 'Champ',
      operator: 'Opérateur',
      value: 'Valeur',
      how: 'Combinaison des conditions',
      and: 'Toutes doivent être remplies',
      or: 'Une seule suffit',
      everybody: 'Tous ceux qui ont l’application ou suivent le site la reçoivent.',
      operators: {
        $eq: 'est',
        $ne: 'n’est pas',
        $in: 'est parmi',
        $gte: 'est au moins',
        $lte: 'est au plus',
        $exists: 'est renseigné',
      },
    },
  },
  es: {
    presence: {
      others: 'También aquí',
      editing: (name, field) => `${name} está editando ${field}`,
      looking: (name) => `${name} está mirando`,
    },
    audience: {
      add: 'Añadir una condición',
      field: 'Campo',
      operator: 'Operador',
      value: 'Valor',
      how: 'Cómo se combinan las condiciones',
      and: 'Deben cumplirse todas',
      or: 'Basta con una',
      everybody: 'La recibe todo el que tiene la aplicación o sigue la web.',
      operators: {
        $eq: 'es',
        $ne: 'no es',
        $in: 'es uno de',
        $gte: 'es al menos',
        $lte: 'es como máximo',
        $exists: 'está definido',
      },
    },
  },
})
