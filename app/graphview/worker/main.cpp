// SPDX-License-Identifier: Apache-2.0
// Lays out one graph after the other with Graphviz, as a process of its own: whatever Graphviz does to memory and time,
// the program survives. Reads frames (see protocol.h) from standard input and answers on standard output.
#include "app/graphview/worker/protocol.h"

#include <cstdio>
#include <graphviz/gvc.h>
#include <memory>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace layoutworker;

[[maybe_unused]] constexpr rlim_t memoryLimit = rlim_t(1) << 30;
constexpr rlim_t secondsPerJob = 10;

struct Request {
    double rowGap = 0, nodeGap = 0;
    std::vector<std::pair<double, double>> sizes;
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    bool ok = false;
};

Request parse(std::string_view payload) {
    Reader reader(payload);
    Request request;
    const auto nodes = reader.get<uint32_t>(), edges = reader.get<uint32_t>();
    if (!reader.ok() || nodes > mostNodes || edges > mostEdges) return request;
    request.rowGap = reader.get<double>();
    request.nodeGap = reader.get<double>();
    for (uint32_t i = 0; i < nodes; ++i) {
        const double width = reader.get<double>();
        request.sizes.emplace_back(width, reader.get<double>());
    }
    for (uint32_t i = 0; i < edges; ++i) {
        const auto from = reader.get<uint32_t>(), to = reader.get<uint32_t>();
        if (from >= nodes || to >= nodes) return request;
        request.edges.emplace_back(from, to);
    }
    request.ok = reader.ok() && reader.atEnd();
    return request;
}

std::string inches(double pixels) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", pixels / 72);
    return text;
}

class GraphvizGraph {
public:
    GraphvizGraph(GVC_t *context, const Request &request)
        : m_context(context) {
        m_graph = agopen(const_cast<char *>("g"), Agdirected, nullptr);
        set(m_graph, "rankdir", "TB");
        set(m_graph, "splines", "true"); // never "ortho": it aborts and takes gigabytes
        set(m_graph, "ranksep", inches(request.rowGap));
        set(m_graph, "nodesep", inches(request.nodeGap));
        set(m_graph, "nslimit", "2");
        set(m_graph, "mclimit", "1");
        agattr(m_graph, AGNODE, const_cast<char *>("shape"), const_cast<char *>("box"));
        agattr(m_graph, AGNODE, const_cast<char *>("label"), const_cast<char *>(""));
        agattr(m_graph, AGNODE, const_cast<char *>("fixedsize"), const_cast<char *>("true"));
        agattr(m_graph, AGEDGE, const_cast<char *>("arrowhead"), const_cast<char *>("none"));
        agattr(m_graph, AGEDGE, const_cast<char *>("tailport"), const_cast<char *>("s"));
        agattr(m_graph, AGEDGE, const_cast<char *>("headport"), const_cast<char *>("n"));
        for (size_t i = 0; i < request.sizes.size(); ++i) {
            Agnode_t *node = agnode(m_graph, std::to_string(i).data(), 1);
            set(node, "width", inches(request.sizes[i].first));
            set(node, "height", inches(request.sizes[i].second));
            m_nodes.push_back(node);
        }
        for (const auto &[from, to] : request.edges)
            m_edges.push_back(agedge(m_graph, m_nodes[from], m_nodes[to], nullptr, 1));
    }
    GraphvizGraph(const GraphvizGraph &) = delete;
    GraphvizGraph &operator=(const GraphvizGraph &) = delete;
    ~GraphvizGraph() {
        if (m_isLaidOut) gvFreeLayout(m_context, m_graph);
        agclose(m_graph);
    }

    std::string layOut(const Request &request) {
        Writer reply;
        m_isLaidOut = gvLayout(m_context, m_graph, "dot") == 0;
        reply.put(uint32_t(m_isLaidOut ? 0 : 1));
        if (!m_isLaidOut) return reply.frame(replyMagic);
        const boxf bounds = GD_bb(m_graph);
        reply.put(bounds.UR.x - bounds.LL.x);
        reply.put(bounds.UR.y - bounds.LL.y);
        for (size_t i = 0; i < m_nodes.size(); ++i) {
            const pointf centre = ND_coord(m_nodes[i]);
            reply.put(centre.x - bounds.LL.x - request.sizes[i].first / 2);
            reply.put(bounds.UR.y - centre.y - request.sizes[i].second / 2);
        }
        for (Agedge_t *edge : m_edges) {
            const splines *curve = ED_spl(edge);
            const bool isThere = curve && curve->size > 0;
            reply.put(uint32_t(isThere ? curve->list[0].size : 0));
            for (int i = 0; isThere && i < int(curve->list[0].size); ++i) {
                reply.put(curve->list[0].list[i].x - bounds.LL.x);
                reply.put(bounds.UR.y - curve->list[0].list[i].y);
            }
        }
        return reply.frame(replyMagic);
    }

private:
    static void set(void *object, const char *name, const std::string &value) {
        agsafeset(object, const_cast<char *>(name), const_cast<char *>(value.c_str()), const_cast<char *>(""));
    }

    GVC_t *m_context;
    Agraph_t *m_graph = nullptr;
    std::vector<Agnode_t *> m_nodes;
    std::vector<Agedge_t *> m_edges;
    bool m_isLaidOut = false;
};

/** Memory for the whole process, processor time for the next job: a runaway layout dies alone. */
void limitResources() {
#ifndef __SANITIZE_ADDRESS__ // whose shadow memory alone takes terabytes of address space
    const rlimit memory{memoryLimit, memoryLimit};
    setrlimit(RLIMIT_AS, &memory);
#endif
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto soFar = rlim_t(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    rlimit time{};
    getrlimit(RLIMIT_CPU, &time);
    time.rlim_cur = soFar + secondsPerJob;
    setrlimit(RLIMIT_CPU, &time);
}

bool readAll(void *bytes, size_t size) {
    return std::fread(bytes, 1, size, stdin) == size;
}

} // namespace

int main() {
    limitResources();
    const std::unique_ptr<GVC_t, int (*)(GVC_t *)> context(gvContext(), gvFreeContext);
    FrameHeader header;
    while (readAll(&header, sizeof header)) {
        if (header.magic != requestMagic || header.version != version || header.size > largestPayload) return 2;
        std::string payload(header.size, '\0');
        if (!readAll(payload.data(), payload.size()) || checksum(payload) != header.checksum) return 2;
        const Request request = parse(payload);
        if (!request.ok) return 2;
        limitResources();
        const std::string reply = GraphvizGraph(context.get(), request).layOut(request);
        if (std::fwrite(reply.data(), 1, reply.size(), stdout) != reply.size() || std::fflush(stdout) != 0) return 3;
    }
    return 0;
}
