import { io, type Socket } from 'socket.io-client';

interface PushSocketOptions {
  url: string;
  namespace: '/rep' | '/companion';
  token: string;
  /** That a companion declares. */
  protocol?: number;
  onPresence: (presence: 'opening' | 'connected' | 'lost') => void;
}

/** A socket that always reconnects soon. */
export function openPushSocket({ url, namespace, token, protocol, onPresence }: PushSocketOptions): {
  socket: Socket;
  close: () => void;
} {
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const socket = io(`${url}${namespace}`, {
    autoConnect: false,
    forceNew: true,
    transports: ['websocket'],
    auth: { token, ...(protocol !== undefined && { protocol }) },
    timeout: 3000,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
  });
  /** Socket.IO does not reconnect after a refusal, or after the service closed the socket. */
  const comeBack = () => {
    if (isClosed || socket.active) return;
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), 300);
  };
  socket.io.on('open', () => onPresence('opening'));
  socket.on('connect', () => onPresence('connected'));
  socket.on('disconnect', () => {
    onPresence('lost');
    comeBack();
  });
  socket.on('connect_error', comeBack);
  socket.connect();
  return {
    socket,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      socket.disconnect();
    },
  };
}
