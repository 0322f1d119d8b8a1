// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphvizlayout.h"

#include "app/graphview/worker/protocol.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace graphview {

namespace {

using layoutworker::FrameHeader;

constexpr int defaultTimeoutMs = 2000;
constexpr int jobsPerWorker = 300; // Graphviz leaks a little with every graph

quint64 hashOf(const LayoutInput &input) {
    quint64 hash = 1469598103934665603ull;
    const auto add = [&](quint64 value) { hash = (hash ^ value) * 1099511628211ull; };
    for (const LayoutNode &node : input.nodes) {
        add(quint64(node.width * 8));
        add(quint64(node.height * 8));
    }
    for (const LayoutEdge &edge : input.edges)
        add(quint64(edge.from) << 32 | quint64(edge.to));
    return hash;
}

QByteArray requestFrame(const LayoutInput &input, const LayoutOptions &options) {
    layoutworker::Writer writer;
    writer.put(uint32_t(input.nodes.size()));
    writer.put(uint32_t(input.edges.size()));
    writer.put(options.rankGap * 1.4); // its rows do not grow where edges run far sideways
    writer.put(options.nodeGap);
    for (const LayoutNode &node : input.nodes) {
        writer.put(node.width);
        writer.put(node.height);
    }
    for (const LayoutEdge &edge : input.edges) {
        writer.put(uint32_t(edge.from));
        writer.put(uint32_t(edge.to));
    }
    return QByteArray::fromStdString(writer.frame(layoutworker::requestMagic));
}

/** The picture in a reply, or nothing if it does not fit `input`. */
std::optional<LayoutResult> parseReply(std::string_view payload, const LayoutInput &input) {
    layoutworker::Reader reader(payload);
    if (reader.get<uint32_t>() != 0) return {};
    LayoutResult result;
    result.bounds.width = reader.get<double>();
    result.bounds.height = reader.get<double>();
    bool isFinite = true;
    const auto coordinate = [&] {
        const double value = reader.get<double>();
        isFinite = isFinite && std::isfinite(value) && std::abs(value) < 1e7;
        return value;
    };
    for (const LayoutNode &node : input.nodes) {
        const double x = coordinate();
        result.nodes.push_back({x, coordinate(), node.width, node.height});
    }
    for (const LayoutEdge &edge : input.edges) {
        LayoutPath path{
            LayoutPath::Shape::Bezier, result.nodes[size_t(edge.from)].y > result.nodes[size_t(edge.to)].y, {}};
        const auto points = reader.get<uint32_t>();
        if (!reader.ok() || points < 4 || points % 3 != 1 || points > 3000) return {};
        for (uint32_t i = 0; i < points; ++i) {
            const double x = coordinate();
            path.points.push_back({x, coordinate()});
        }
        result.edges.push_back(std::move(path));
    }
    if (!reader.ok() || !reader.atEnd() || !isFinite) return {};
    return result;
}

/** Whether a node lies between the bottom of `from` and the top of `to`, in the width that a curve between them takes.
 */
bool isBlocked(const LayoutResult &result, const LayoutBox &from, const LayoutBox &to) {
    const double left = std::min(from.x, to.x), right = std::max(from.right(), to.right());
    return std::any_of(result.nodes.begin(), result.nodes.end(), [&](const LayoutBox &box) {
        return box.y < to.y && box.bottom() > from.bottom() && box.x < right && box.right() > left;
    });
}

/**
 * Gives the edges our own ends: Graphviz led them all to the middle of the top side. Where nothing is in the way, a
 * plain curve as our own engine draws it is calmer than a spline that was bent around corners.
 */
LayoutResult withPorts(LayoutResult result, const LayoutInput &input) {
    const auto offsets = portOffsets(input);
    double left = 0, right = result.bounds.width, top = 0, bottom = result.bounds.height;
    for (size_t e = 0; e < input.edges.size(); ++e) {
        const LayoutBox &from = result.nodes[size_t(input.edges[e].from)],
                        &to = result.nodes[size_t(input.edges[e].to)];
        auto &points = result.edges[e].points;
        points.front() = {from.centreX(), from.bottom()};
        const double shift = to.x + offsets[e] - points.back().x;
        points[points.size() - 2].x += shift;
        points.back() = {to.x + offsets[e], to.y};
        if (from.bottom() < to.y && !isBlocked(result, from, to)) {
            result.edges[e].shape = LayoutPath::Shape::Flow;
            points = {points.front(), points.back()};
        }
        for (const LayoutPoint &point : points) {
            left = std::min(left, point.x);
            right = std::max(right, point.x);
            top = std::min(top, point.y);
            bottom = std::max(bottom, point.y);
        }
    }
    result.bounds = {left, top, right - left, bottom - top};
    return result;
}

} // namespace

QString GraphvizLayout::workerPath() {
    const QString name = QStringLiteral("/jitscope_layout_worker");
    const QString here = QCoreApplication::applicationDirPath();
    for (const QString &folder : {here, QString(here + QStringLiteral("/../bin"))})
        if (QFileInfo(folder + name).isExecutable()) return QDir::cleanPath(folder + name);
    return {};
}

GraphvizLayout::GraphvizLayout(QObject *parent)
    : GraphvizLayout(workerPath(), {}, parent) {}

GraphvizLayout::GraphvizLayout(const QString &program, const QStringList &arguments, QObject *parent)
    : QObject(parent)
    , m_program(program)
    , m_arguments(arguments) {
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(defaultTimeoutMs);
    connect(&m_timeout, &QTimer::timeout, this, [this] { fail(tr("Graphviz took too long")); });
}

GraphvizLayout::~GraphvizLayout() {
    stopWorker();
}

bool GraphvizLayout::suits(const LayoutInput &input) const {
    return !m_program.isEmpty() && !input.nodes.empty() && input.groups.empty() &&
           int(input.nodes.size()) <= mostNodes && int(input.edges.size()) <= mostEdges &&
           !m_refused.contains(hashOf(input));
}

void GraphvizLayout::start() {
    m_jobs = 0;
    m_worker = std::make_unique<QProcess>();
    m_worker->setStandardErrorFile(QProcess::nullDevice());
    connect(m_worker.get(), &QProcess::readyReadStandardOutput, this, &GraphvizLayout::read);
    connect(m_worker.get(), &QProcess::errorOccurred, this, [this] { fail(m_worker->errorString()); });
    connect(m_worker.get(), &QProcess::finished, this, [this] { fail(tr("the layout worker ended")); });
    m_worker->start(m_program, m_arguments);
}

void GraphvizLayout::stopWorker() {
    if (!m_worker) return;
    m_worker->disconnect(this);
    m_worker->kill();
    m_worker->waitForFinished(500);
    m_worker.release()->deleteLater(); // we may be in one of its signals
}

void GraphvizLayout::cancel() {
    if (!m_done) return;
    m_done = {};
    m_timeout.stop();
    stopWorker(); // it would answer the old question
}

void GraphvizLayout::request(const LayoutInput &input, const LayoutOptions &options, Done done) {
    cancel();
    m_input = input;
    m_options = options;
    m_done = std::move(done);
    m_answer.clear();
    m_lastFailure.clear();
    if (!suits(input)) {
        QTimer::singleShot(0, this, [this] { fail(tr("this graph is not for Graphviz")); });
        return;
    }
    if (m_worker && ++m_jobs > jobsPerWorker) stopWorker();
    if (!m_worker) start();
    m_timeout.start();
    if (m_worker) m_worker->write(requestFrame(input, options));
}

void GraphvizLayout::read() {
    m_answer += m_worker->readAllStandardOutput();
    if (!m_done) return;
    if (size_t(m_answer.size()) < sizeof(FrameHeader)) return;
    FrameHeader header;
    std::memcpy(&header, m_answer.constData(), sizeof header);
    if (header.magic != layoutworker::replyMagic || header.version != layoutworker::version ||
        header.size > layoutworker::largestPayload)
        return fail(tr("the layout worker answered nonsense"));
    if (size_t(m_answer.size()) < sizeof header + header.size) return;
    const std::string_view payload(m_answer.constData() + sizeof header, header.size);
    const bool isWhole = layoutworker::checksum(payload) == header.checksum;
    auto result = isWhole ? parseReply(payload, m_input) : std::nullopt;
    if (!result) return fail(tr("the layout worker answered nonsense"));
    finish(withPorts(std::move(*result), m_input));
}

void GraphvizLayout::finish(LayoutResult result) {
    m_timeout.stop();
    m_answer.clear();
    const Done done = std::exchange(m_done, {});
    if (done) done(std::move(result));
}

void GraphvizLayout::fail(const QString &why) {
    stopWorker();
    if (!m_done) return;
    m_lastFailure = why;
    m_refused.insert(hashOf(m_input));
    finish(layeredLayout(m_input, m_options));
}

} // namespace graphview
} // namespace jitscope

#include "moc_graphvizlayout.cpp"
