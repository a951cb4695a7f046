export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts'
