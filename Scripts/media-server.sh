# Starts nginx with its RTMP module on loopback, in a folder of its own. Sourced; needs common.sh.

# A TCP port that nobody listens on right now.
free_port() {
    local port
    for _ in {1..100}; do
        port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { printf '%s' "$port"; return; }
    done
    fail "no free TCP port found on 127.0.0.1."
}

# start_media_server FOLDER RECORD: RECORD is `off` or `all`. Sets server_pid, rtmp_port and http_port once both ports
# answer. Somebody may take a port between our look and nginx's: then it is tried again with others.
start_media_server() {
    local folder="$1" record="$2"
    mkdir -p "$folder"/{recordings,hls,temp}
    cp "$ONAIR_ROOT/Scripts/watch.html" "$folder/watch.html"
    for _ in {1..10}; do
        rtmp_port="$(free_port)"
        http_port="$(free_port)"
        sed -e "s|@FOLDER@|$folder|g" -e "s|@RTMP_PORT@|$rtmp_port|g" -e "s|@HTTP_PORT@|$http_port|g" \
            -e "s|@RECORD@|$record|g" "$ONAIR_ROOT/Scripts/nginx.conf.in" >"$folder/nginx.conf"
        # A session of its own, so that a ctrl-C ends the broadcast first and the server after it; and it goes when
        # this script goes, however that happens.
        setsid setpriv --pdeathsig TERM /usr/sbin/nginx -e "$folder/error.log" -p "$folder" -c "$folder/nginx.conf" \
            >"$folder/nginx.out" 2>&1 </dev/null &
        server_pid=$!
        while kill -0 "$server_pid" 2>/dev/null; do
            # nginx writes its pid once it has both ports: without it, somebody else may be answering.
            if [[ -s $folder/nginx.pid ]] && (exec 3<>"/dev/tcp/127.0.0.1/$rtmp_port" 4<>"/dev/tcp/127.0.0.1/$http_port") 2>/dev/null; then
                return
            fi
            sleep 0.02
        done
        wait "$server_pid" 2>/dev/null || true
    done
    server_pid=
    fail "nginx does not start: $(tail -n 3 "$folder/error.log" 2>/dev/null)"
}
