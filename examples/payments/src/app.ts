import { openapi } from '@nextpress/openapi';
import { validate } from '@nextpress/validate';
import session from 'express-session';
import { type Application, createServer } from 'nextpress';
import { administration } from './administration.ts';
import { payments } from './payments.ts';
import { sessions } from './sessions.ts';
import { PaymentStore } from './store.ts';
import { webhooks } from './webhooks.ts';

/** Options of {@link createApp}. */
export interface AppOptions {
  /** The key for session cookies. */
  readonly secret: string;
  /** The key for the bank's signatures. */
  readonly webhookSecret: string;
  readonly store?: PaymentStore;
}

/** The whole application. Each scope has its own guards and limits. */
export function createApp({ secret, webhookSecret, store = new PaymentStore() }: AppOptions): Application {
  const app = createServer();
  app.register(validate());
  app.register(
    openapi({ info: { title: 'Payments', version: '1.0.0' }, path: '/openapi.json', ui: '/docs' }),
  );

  app.register(webhooks, { prefix: '/webhooks', store, secret: webhookSecret });
  app.use(session({ secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }));
  app.register(sessions, { prefix: '/session' });
  app.register(payments, { prefix: '/payments', store });
  app.register(administration, { prefix: '/admin', store });
  return app;
}
