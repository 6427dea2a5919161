// A small web server on the loopback device, by libmicrohttpd: it answers GET and HEAD from memory and nothing else.
#ifndef ONAIR_HTTP_H
#define ONAIR_HTTP_H

#include <stddef.h>
#include <stdint.h>

struct onair_http;

// What a path is answered with. `body` is from malloc and is freed by the server; `type` lives as long as the server.
struct onair_http_answer {
    char *body;
    size_t length;
    const char *type;
};

// Fills `answer` for `path`, or returns 0 where there is nothing. Called on the server's own thread, one at a time.
typedef int (*onair_http_handler)(void *context, const char *path, struct onair_http_answer *answer);

// Starts a server on 127.0.0.1:port (0 takes any free port), and writes the port it has to `port`. On failure returns
// NULL with the reason as an errno value in `reason`, 0 where there is none.
struct onair_http *onair_http_start(uint16_t *port, onair_http_handler handler, void *context, int *reason);

// Ends it: no call of the handler is running or comes afterwards.
void onair_http_stop(struct onair_http *server);

#endif
