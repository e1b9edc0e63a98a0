declare module 'cors' {
  import type { CorsMiddleware } from '@nextpress/cors';

  const cors: (options?: object) => CorsMiddleware;
  export default cors;
}
