// Instead of the package's types, which are those of Express and declare `req.files` as `@nextpress/multipart` does.
type Middleware = (req: unknown, res: unknown, next: (error?: unknown) => void) => void;

export default function multer(options?: { dest?: string }): { any(): Middleware };
