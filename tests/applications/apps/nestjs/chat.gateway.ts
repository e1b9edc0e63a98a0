import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WsException,
} from '@nestjs/websockets';
import type { Socket } from 'socket.io';

@WebSocketGateway({ cors: { origin: 'http://a.example' } })
export class ChatGateway {
  @SubscribeMessage('echo')
  echo(@MessageBody() text: string) {
    return { event: 'echoed', data: text };
  }

  @SubscribeMessage('ask')
  ask(@MessageBody() text: string, @ConnectedSocket() socket: Socket) {
    socket.emit('noticed', text.length);
    return text.toUpperCase();
  }

  @SubscribeMessage('fail')
  fail() {
    throw new WsException('refused');
  }
}
