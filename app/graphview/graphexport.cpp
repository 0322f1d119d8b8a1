// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/graphview/graphexport.h"

#include "app/graphview/livegraph.h"
#include "app/graphview/overlay.h"
#include "engine/base/file.h"
#include "engine/session/session.h"

#include <QBuffer>
#include <QFileInfo>
#include <QSvgGenerator>
#include <algorithm>

namespace jitscope {
inline namespace graphview {

namespace {

constexpr double margin = 24;
constexpr double mostPixels = 16000;

QString quoted(QString text) {
    text.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

Result<void> writePng(const GraphPainter &picture, const QString &path, const Theme &theme, double scale) {
    const QRectF area = picture.bounds().adjusted(-margin, -margin, margin, margin);
    const double factor = std::min(scale, mostPixels / std::max(area.width(), area.height()));
    QImage image((area.size() * factor).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return Error{"there is not enough memory for a picture of this graph; export it as .svg"};
    image.fill(theme.panel);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.scale(factor, factor);
    painter.translate(-area.topLeft());
    // The detail follows the pixels: what would be unreadable is not drawn.
    picture.paint(painter, area, factor, {}, theme, GraphPainter::Completeness::Full);
    painter.end();
    if (!image.save(path)) return Error{"cannot write " + path.toStdString()};
    return {};
}

/** What it is written to is set in `generator`; false: it cannot be written. */
bool paintSvg(QSvgGenerator &generator, const GraphPainter &picture, const Theme &theme) {
    const QRectF area = picture.bounds().adjusted(-margin, -margin, margin, margin);
    generator.setSize(area.size().toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), area.size()));
    generator.setTitle(QStringLiteral("JitScope graph"));
    generator.setDescription(QStringLiteral("%1 nodes").arg(picture.graph().nodes.size()));
    QPainter painter;
    if (!painter.begin(&generator)) return false;
    painter.fillRect(QRectF(QPointF(0, 0), area.size()), theme.panel);
    painter.translate(-area.topLeft());
    picture.paint(painter, area, 1, {}, theme, GraphPainter::Completeness::Full);
    painter.end();
    return true;
}

Result<void> writeSvg(const GraphPainter &picture, const QString &path, const Theme &theme) {
    QSvgGenerator generator;
    generator.setFileName(path);
    if (!paintSvg(generator, picture, theme)) return Error{"cannot write " + path.toStdString()};
    return {};
}

GraphPainter painterOf(const Module &module) {
    GraphPicture picture{displayGraph(module), {}};
    picture.layout = layeredLayout(layoutInput(picture.graph));
    return GraphPainter(std::move(picture));
}

} // namespace

QString dotText(const DisplayGraph &graph) {
    QString text = QStringLiteral("digraph jitscope {\n    node [shape=box];\n");
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const DisplayNode &node = graph.nodes[i];
        const QString title =
            node.detail.isEmpty() ? node.title : QString(node.title + QStringLiteral(" · ") + node.detail);
        QString label = quoted(title + QLatin1Char('\n') + node.type);
        label.replace(QLatin1Char('\n'), QLatin1String("\\n"));
        text += QStringLiteral("    n%1 [label=%2];\n").arg(i).arg(label);
    }
    for (const DisplayEdge &edge : graph.edges)
        text += QStringLiteral("    n%1 -> n%2%3;\n")
                    .arg(edge.from)
                    .arg(edge.to)
                    .arg(edge.isControl ? QStringLiteral(" [style=dashed]") : QString());
    return text + QStringLiteral("}\n");
}

Result<void> exportPicture(const GraphPainter &picture, const QString &path, const Theme &theme, double scale) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("dot")) return writeFile(path.toStdString(), dotText(picture.graph()).toStdString());
    if (picture.graph().nodes.empty()) return Error{"the graph has no nodes to draw"};
    if (suffix == QLatin1String("svg")) return writeSvg(picture, path, theme);
    if (suffix == QLatin1String("png")) return writePng(picture, path, theme, scale);
    return Error{"cannot export a graph as ." + suffix.toStdString() + "; use .png, .svg or .dot"};
}

Result<void> exportGraph(const Module &module, const std::string &path, const Theme &theme) {
    return exportPicture(painterOf(module), QString::fromStdString(path), theme);
}

Result<std::string> graphSvg(const Module &module, const Theme &theme) {
    const GraphPainter picture = painterOf(module);
    if (picture.graph().nodes.empty()) return Error{"the graph has no nodes to draw"};
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    if (!paintSvg(generator, picture, theme)) return Error{"the graph cannot be drawn as SVG"};
    const QByteArray text = buffer.data();
    return text.mid(std::max<qsizetype>(0, text.indexOf("<svg"))).toStdString();
}

Result<std::string> exportLive(const Session &session, const std::string &path, const Theme &theme) {
    TapeTree tree;
    tree.update(session);
    LiveGraph live = liveGraph(session, tree);
    applyOverlay(live.graph, Overlay::Time, {});
    GraphPicture picture{std::move(live.graph), {}};
    picture.layout = layeredLayout(layoutInput(picture.graph));
    const auto written = exportPicture(GraphPainter(std::move(picture)), QString::fromStdString(path), theme);
    if (!written) return written.error();
    return extentText(live.extent).toStdString();
}

} // namespace graphview
} // namespace jitscope
