// The same without the types of Express: an application declares the members in a script.
import type { Request, Response } from 'nextpress/express';

export function answer(req: Request, res: Response): void {
  const tenant: string | undefined = req.tenant;
  res.json({ tenant });
  // @ts-expect-error no such member
  void req.none;
}
