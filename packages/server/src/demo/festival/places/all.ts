import { foodAndDrink } from './food-and-drink.ts'
import type { Place } from './place.ts'
import { services } from './services.ts'
import { stages } from './stages.ts'
import { village } from './village.ts'

export const allPlaces: Place[] = [...stages, ...foodAndDrink, ...services, ...village]
