/** A backup or a restore that cannot be carried out; nothing was written. The message is a sentence for people. */
export class BackupRefused extends Error {}
