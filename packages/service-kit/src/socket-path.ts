/** Of every request of Socket.IO. */
export const socketPath = '/socket.io/';
