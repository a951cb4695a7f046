export interface Mail {
  to: string
  subject: string
  text: string
}

export function resetMail(baseUrl: string, email: string, token: string): Mail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: [
      `Somebody, hopefully you, asked for a new password for the Marquee account ${email}.`,
      '',
      'Choose it here within an hour:',
      studioLink(baseUrl, 'reset-password', token),
      '',
      'If it was not you, do nothing: the old password stays.',
      '',
    ].join('\n'),
  }
}

/** To an address that has no account yet. */
export function confirmMail(baseUrl: string, email: string, token: string): Mail {
  return {
    to: email,
    subject: 'Confirm your account',
    text: [
      `Somebody, hopefully you, wants a Marquee account for ${email}.`,
      '',
      'Confirm it here within a day, with the password that you chose:',
      studioLink(baseUrl, 'confirm-sign-up', token),
      '',
      'If it was not you, do nothing: then there will be no account.',
      '',
    ].join('\n'),
  }
}

/** To an address that already has an account, when somebody signs up with it. */
export function existingAccountMail(baseUrl: string, email: string): Mail {
  return {
    to: email,
    subject: 'You have an account already',
    text: [
      `Somebody, hopefully you, wants a Marquee account for ${email}, which has one already.`,
      '',
      'Sign in here:',
      `${studio(baseUrl)}/sign-in`,
      '',
      'If you forgot the password, choose a new one here:',
      `${studio(baseUrl)}/forgot-password`,
      '',
      'If it was not you, do nothing: your account stays as it is.',
      '',
    ].join('\n'),
  }
}

const studio = (baseUrl: string) => `${baseUrl.replace(/\/+$/, '')}/studio`
const studioLink = (baseUrl: string, page: string, token: string) =>
  `${studio(baseUrl)}/${page}?token=${encodeURIComponent(token)}`
