import type { Request } from 'express';

export async function expressAuthentication(req: Request, _name: string, scopes: string[] = []) {
  if (req.get('X-Token') !== 'secret') throw Object.assign(new Error('no token'), { status: 401 });
  return { name: 'ann', scopes };
}
