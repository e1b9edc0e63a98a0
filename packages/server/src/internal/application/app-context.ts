import type { ApplicationSettings } from '../../types/application.ts';
import type { Messages } from '../messages/message-prototypes.ts';
import type { LayerRegistry } from '../planning/layer-registry.ts';

/** The state of an application that its requests use. */
export interface AppContext {
  readonly registry: LayerRegistry;
  readonly messages: Messages;
  readonly settings: ApplicationSettings;
  /** The value of `X-Powered-By`; `undefined` when it is not sent. */
  poweredBy: string | undefined;
}
