import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type NestMiddleware,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { map } from 'rxjs';

@Injectable()
export class RolesGuard implements CanActivate {
  canActivate(context: ExecutionContext) {
    return context.switchToHttp().getRequest<Request>().get('X-Role') === 'admin';
  }
}

@Injectable()
export class WrapInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    context.switchToHttp().getResponse<Response>().set('X-Wrapped', 'yes');
    return next.handle().pipe(map((data) => ({ data })));
  }
}

@Catch(TypeError)
export class TypeErrorFilter implements ExceptionFilter {
  catch(error: TypeError, host: ArgumentsHost) {
    const http = host.switchToHttp();
    http
      .getResponse<Response>()
      .status(500)
      .json({ caught: error.message, at: http.getRequest<Request>().url });
  }
}

@Injectable()
export class MarkMiddleware implements NestMiddleware {
  use(req: Request, res: Response, next: NextFunction) {
    res.set('X-Middleware', `${req.method} ${req.baseUrl}|${req.url}|${req.originalUrl}`);
    next();
  }
}
