/** The reference of the broadcast itself among the records that an onboarding wrote. */
export const broadcastReference = 'site:broadcast'
