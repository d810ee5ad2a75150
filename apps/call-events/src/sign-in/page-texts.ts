interface Texts {
  lang: string;
  notCompleted: string;
  declined: string;
  invalid: string;
  again: string;
  otherAccount: string;
  unverified: string;
  noAddress: string;
  notVerified: (email: string) => string;
  askForVerification: (organisation: string) => string;
  ended: string;
  deactivated: (who: string) => string;
  askForReturn: (organisation: string) => string;
  noAccess: string;
  unknown: (email: string, organisation: string) => string;
  askForInvitation: (email: string, organisation: string) => string;
  notPossible: string;
  unavailable: string;
  tryLater: string;
  tooMany: (seconds: number) => string;
  tryAgain: string;
}

const english: Texts = {
  lang: 'en',
  notCompleted: 'Sign-in was not completed',
  declined: 'The sign-in was cancelled, or your organisation’s sign-in service refused it.',
  invalid: 'This sign-in has expired, was used before, or was not started in this browser.',
  again: 'Sign in again',
  otherAccount: 'Sign in with another account',
  unverified: 'Your e-mail address is not verified',
  noAddress: 'The sign-in service did not say which e-mail address you have.',
  notVerified: (email) => `The sign-in service has not verified that ${email} is your e-mail address.`,
  askForVerification: (organisation) =>
    `Ask the people who manage the accounts of ${organisation} to verify it. Then sign in again.`,
  ended: 'Your access has ended',
  deactivated: (who) => `The account of ${who} is deactivated.`,
  askForReturn: (organisation) =>
    `Ask an owner of ${organisation}, or the person who runs Callside for ${organisation}, if you need access again.`,
  noAccess: 'You do not have access yet',
  unknown: (email, organisation) => `You signed in as ${email}. ${organisation} has no such user.`,
  askForInvitation: (email, organisation) =>
    `Ask an owner of ${organisation}, or the person who runs Callside for ${organisation}, to invite ${email}.`,
  notPossible: 'Sign-in is not possible right now',
  unavailable:
    'Your organisation’s sign-in service does not answer. Calls that are already open in another tab continue.',
  tryLater: 'Try again in a moment. If this continues, tell the person who runs Callside.',
  tooMany: (seconds) => `There were too many sign-ins from your network. Try again in ${seconds} s.`,
  tryAgain: 'Try again',
};

const german: Texts = {
  lang: 'de',
  notCompleted: 'Die Anmeldung wurde nicht abgeschlossen',
  declined: 'Die Anmeldung wurde abgebrochen, oder der Anmeldedienst Ihrer Organisation hat sie abgelehnt.',
  invalid: 'Diese Anmeldung ist abgelaufen, wurde schon verwendet oder wurde nicht in diesem Browser begonnen.',
  again: 'Erneut anmelden',
  otherAccount: 'Mit einem anderen Konto anmelden',
  unverified: 'Ihre E-Mail-Adresse ist nicht bestätigt',
  noAddress: 'Der Anmeldedienst hat nicht mitgeteilt, welche E-Mail-Adresse Sie haben.',
  notVerified: (email) => `Der Anmeldedienst hat nicht bestätigt, dass ${email} Ihre E-Mail-Adresse ist.`,
  askForVerification: (organisation) =>
    `Bitten Sie die Personen, die die Konten von ${organisation} verwalten, sie zu bestätigen. Melden Sie sich dann erneut an.`,
  ended: 'Ihr Zugang ist beendet',
  deactivated: (who) => `Das Konto ${who} ist deaktiviert.`,
  askForReturn: (organisation) =>
    `Wenden Sie sich an eine Inhaberin oder einen Inhaber von ${organisation} oder an die Person, die Callside betreibt, wenn Sie wieder Zugang brauchen.`,
  noAccess: 'Sie haben noch keinen Zugang',
  unknown: (email, organisation) =>
    `Sie haben sich als ${email} angemeldet. ${organisation} kennt diese Adresse nicht.`,
  askForInvitation: (email, organisation) =>
    `Bitten Sie eine Inhaberin oder einen Inhaber von ${organisation} oder die Person, die Callside betreibt, ${email} einzuladen.`,
  notPossible: 'Die Anmeldung ist zurzeit nicht möglich',
  unavailable:
    'Der Anmeldedienst Ihrer Organisation antwortet nicht. Anrufe, die in einem anderen Tab offen sind, laufen weiter.',
  tryLater:
    'Versuchen Sie es gleich noch einmal. Wenn es so bleibt, sagen Sie der Person Bescheid, die Callside betreibt.',
  tooMany: (seconds) => `Aus Ihrem Netz gab es zu viele Anmeldungen. Versuchen Sie es in ${seconds} s noch einmal.`,
  tryAgain: 'Noch einmal versuchen',
};

/** The languages of the pages of sign-in, the default first. */
export const pageLanguages = ['en', 'de'];

/** `language`: one of `pageLanguages`. Otherwise English. */
export function pageTexts(language: unknown): Texts {
  return language === 'de' ? german : english;
}
