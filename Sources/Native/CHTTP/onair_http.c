// libmicrohttpd is set up with variadic calls, which only C can make; the rest of it is in Swift.
#include "onair_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// A collector, a person and a few strays: whoever comes then is turned away, and nobody's memory grows.
#define MOST_CONNECTIONS 16u
// Seconds after which a connection that says nothing is closed.
#define IDLE_SECONDS 10u
// Bytes for the head of one request.
#define MEMORY_PER_CONNECTION (16u << 10)

struct onair_http {
    struct MHD_Daemon *daemon;
    onair_http_handler handler;
    void *context;
};

static enum MHD_Result respond(struct MHD_Connection *connection, unsigned status, const char *text) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_PERSISTENT);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_request(void *context, struct MHD_Connection *connection, const char *url,
                                      const char *method, const char *version, const char *upload,
                                      size_t *upload_size, void **state) {
    (void)version;
    (void)upload;
    static const char begun = 0;
    // The first call shows the head alone; an answer then would end the connection.
    if (!*state) {
        *state = (void *)&begun;
        return MHD_YES;
    }
    if (*upload_size) {
        // A body is read to its end and forgotten.
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
        return respond(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD are answered.\n");
    struct onair_http *server = context;
    struct onair_http_answer answer = {0};
    if (!server->handler(server->context, url, &answer)) {
        free(answer.body);
        return respond(connection, MHD_HTTP_NOT_FOUND, "There is nothing here; metrics are at /metrics.\n");
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(answer.length, answer.body, MHD_RESPMEM_MUST_FREE);
    if (!response) {
        free(answer.body);
        return MHD_NO;
    }
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
    MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    // For HEAD it leaves the body out by itself.
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

// A listening socket of our own, since the library does not tell why it cannot have one.
static int listen_on_loopback(uint16_t *port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) return -1;
    int yes = 1;
    // What a server before us has just closed may still linger.
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, MOST_CONNECTIONS) ||
        getsockname(listener, (struct sockaddr *)&address, &length)) {
        int reason = errno;
        close(listener);
        errno = reason;
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

struct onair_http *onair_http_start(uint16_t *port, onair_http_handler handler, void *context, int *reason) {
    *reason = 0;
    int listener = listen_on_loopback(port);
    if (listener < 0) {
        *reason = errno;
        return NULL;
    }
    struct onair_http *server = calloc(1, sizeof *server);
    if (!server) {
        close(listener);
        *reason = ENOMEM;
        return NULL;
    }
    server->handler = handler;
    server->context = context;
    server->daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC, 0, NULL, NULL, answer_request, server,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listener, MHD_OPTION_CONNECTION_LIMIT, MOST_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)MEMORY_PER_CONNECTION, MHD_OPTION_END);
    if (!server->daemon) {
        // It has not closed what it did not take.
        close(listener);
        free(server);
        return NULL;
    }
    return server;
}

void onair_http_stop(struct onair_http *server) {
    MHD_stop_daemon(server->daemon);
    free(server);
}
