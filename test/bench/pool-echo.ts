/**
 * Runs a socket server that only echoes its input. This is the lowest cost that any pool can have.
 */
import { createServer, type AddressInfo } from "node:net";

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => socket.write(bytes));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
