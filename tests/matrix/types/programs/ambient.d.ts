// A declaration of Express's members without `@types/express-serve-static-core`, in a script.
declare module 'express-serve-static-core' {
  interface Request {
    tenant?: string;
  }
}
