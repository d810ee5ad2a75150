import type { Unavailable } from './sign-in-with-provider.ts';

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
  missing: (claim: string) => string;
  askForVerification: (organisation: string) => string;
  notBound: string;
  otherAccountBound: (email: string) => string;
  ownerNotBound: (email: string) => string;
  askForBinding: (organisation: string, command: string) => string;
  ended: string;
  deactivated: (who: string) => string;
  askForReturn: (organisation: string) => string;
  noAccess: string;
  unknown: (email: string, organisation: string) => string;
  askForInvitation: (email: string, organisation: string) => string;
  notPossible: string;
  unavailable: Record<Unavailable['part'], string>;
  callsContinue: string;
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
  missing: (claim) => `Its answer has no claim ${claim}.`,
  notBound: 'Your account is not bound to this user',
  otherAccountBound: (email) =>
    `Another account of the sign-in service signs in as ${email}, or yours signs in as another user.`,
  ownerNotBound: (email) =>
    `${email} is an owner. The sign-in service does not say whether it has verified this address, so a person must say which account is the owner’s.`,
  askForBinding: (organisation, command) =>
    `Ask the person who runs Callside for ${organisation}. If the account is yours, they bind it with: ${command}`,
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
  unavailable: {
    unreachable: 'Your organisation’s sign-in service does not answer.',
    metadata: 'Your organisation’s sign-in service does not describe itself as it must.',
    client: 'Your organisation’s sign-in service refuses the client id or the client secret of Callside.',
    request: 'Your organisation’s sign-in service refuses the request of Callside.',
    endpoint: 'An address of your organisation’s sign-in service does not answer as it must.',
    token: 'Your organisation’s sign-in service sends an ID token that Callside cannot use.',
    userinfo:
      'The ID token of your organisation’s sign-in service lacks a claim, and its userinfo endpoint does not give it.',
    secret: 'Callside cannot decrypt the client secret of your organisation.',
    service: 'Callside cannot read its settings.',
  },
  callsContinue: 'Calls that are already open in another tab continue.',
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
  missing: (claim) => `Seine Antwort hat keinen Claim ${claim}.`,
  notBound: 'Ihr Konto ist nicht mit dieser Person verbunden',
  otherAccountBound: (email) =>
    `Ein anderes Konto des Anmeldedienstes meldet sich als ${email} an, oder Ihres meldet sich als eine andere Person an.`,
  ownerNotBound: (email) =>
    `${email} ist Inhaberin oder Inhaber. Der Anmeldedienst sagt nicht, ob er diese Adresse bestätigt hat. Deshalb muss ein Mensch sagen, welches Konto das richtige ist.`,
  askForBinding: (organisation, command) =>
    `Wenden Sie sich an die Person, die Callside für ${organisation} betreibt. Wenn es Ihr Konto ist, verbindet sie es mit: ${command}`,
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
  unavailable: {
    unreachable: 'Der Anmeldedienst Ihrer Organisation antwortet nicht.',
    metadata: 'Der Anmeldedienst Ihrer Organisation beschreibt sich nicht so, wie er muss.',
    client: 'Der Anmeldedienst Ihrer Organisation lehnt die Client-ID oder das Client-Secret von Callside ab.',
    request: 'Der Anmeldedienst Ihrer Organisation lehnt die Anfrage von Callside ab.',
    endpoint: 'Eine Adresse des Anmeldedienstes Ihrer Organisation antwortet nicht so, wie sie muss.',
    token: 'Der Anmeldedienst Ihrer Organisation schickt ein ID-Token, das Callside nicht verwenden kann.',
    userinfo: 'Im ID-Token des Anmeldedienstes fehlt ein Claim, und sein Userinfo-Endpunkt gibt ihn nicht.',
    secret: 'Callside kann das Client-Secret Ihrer Organisation nicht entschlüsseln.',
    service: 'Callside kann seine Einstellungen nicht lesen.',
  },
  callsContinue: 'Anrufe, die in einem anderen Tab offen sind, laufen weiter.',
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
