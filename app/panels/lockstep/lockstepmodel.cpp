// SPDX-License-Identifier: GPL-3.0-or-later
// Columns, lines and joints.
#include "app/panels/lockstep/lockstepmodel.h"

#include "app/panels/lockstep/lockstepwords.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

namespace jitscope {
inline namespace locksteppanel {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::locksteppanel::LockstepPanel)
};

using Column = TableColumn<LockstepLine>;

constexpr int barRoom = 72; ///< left of the number

QString text(const std::string &utf8) {
    return QString::fromStdString(utf8);
}

bool isEnd(const LockstepLine &line) {
    return line.row->kind == LockstepRow::Kind::Result || line.row->kind == LockstepRow::Kind::Weight;
}

QString eagerText(const LockstepLine &line) {
    if (line.mark == LockstepMark::GraphOnly) return reasonOf(*line.row);
    if (line.row->kind == LockstepRow::Kind::Result) return Words::tr("result");
    if (line.row->kind == LockstepRow::Kind::Weight) return text(line.row->primitive);
    return text(line.row->primitive);
}

QString nodeText(const LockstepLine &line) {
    if (line.mark == LockstepMark::EagerOnly) return reasonOf(*line.row);
    if (line.row->kind == LockstepRow::Kind::Result) return Words::tr("result");
    if (line.row->kind == LockstepRow::Kind::Weight) return text(line.row->primitive);
    const QString name = text(line.row->nodeName);
    return line.row->round > 0 ? name + QStringLiteral("  ") + Words::tr("round %1").arg(line.row->round) : name;
}

QString primitiveText(const LockstepLine &line) {
    if (isEnd(line)) return {};
    const QString primitive = text(line.row->nodePrimitive);
    return line.row->kernel.empty() ? primitive : primitive + QStringLiteral("  \u25b8 ") + text(line.row->kernel);
}

QString numberText(const LockstepLine &line) {
    return line.row->eagerStep < 0 ? QString() : QString::number(line.row->eagerStep);
}

QString eagerTypeText(const LockstepLine &line) {
    return text(line.row->eagerType);
}

QString nodeTypeText(const LockstepLine &line) {
    return text(line.row->nodeType);
}

QString shareText(const LockstepLine &line) {
    const ValueDifference &off = line.row->difference;
    if (!line.row->isCompared() || !off.structure.empty() || off.magnitude == 0) return {};
    return QString::number(off.maxAbsolute / off.magnitude, 'g', 2);
}

QColor loneColour(const LockstepLine &line, LockstepMark lone) {
    return line.mark == lone ? currentTheme().text3 : QColor();
}

/** What the joint means, for screen readers and copies. */
QString jointText(LockstepMark mark) {
    switch (mark) {
    case LockstepMark::Within:
        return QStringLiteral("=");
    case LockstepMark::Differs:
        return QStringLiteral("\u2260");
    case LockstepMark::EagerOnly:
        return Words::tr("eager only");
    case LockstepMark::GraphOnly:
        return Words::tr("graph only");
    }
    return {};
}

LockstepMark markOf(const LockstepRow &row, const LockstepTolerance &tolerance) {
    if (row.kind == LockstepRow::Kind::EagerOnly) return LockstepMark::EagerOnly;
    if (row.kind == LockstepRow::Kind::GraphOnly) return LockstepMark::GraphOnly;
    return row.differs(tolerance) ? LockstepMark::Differs : LockstepMark::Within;
}

} // namespace

std::vector<TableColumn<LockstepLine>> lockstepColumns() {
    std::vector<Column> columns(NodeTypeColumn + 1);
    const auto set = [&](LockstepColumn place, const QString &title, std::function<QString(const LockstepLine &)> text,
                         Column::Font font = Column::Font::Text) {
        columns[size_t(place)].title = title;
        columns[size_t(place)].text = std::move(text);
        columns[size_t(place)].font = font;
    };
    using Font = Column::Font;
    set(NumberColumn, QStringLiteral("#"), numberText, Font::Code);
    set(EagerColumn, Words::tr("Eager operator"), eagerText);
    set(EagerTypeColumn, Words::tr("Gives"), eagerTypeText, Font::Code);
    set(JointColumn, QString(), [](const LockstepLine &line) { return jointText(line.mark); });
    set(NodeColumn, Words::tr("Graph node"), nodeText);
    set(PrimitiveColumn, Words::tr("Operator"), primitiveText);
    set(NodeTypeColumn, Words::tr("Gives"), nodeTypeText, Font::Code);
    set(
        DistanceColumn, Words::tr("max |Δ|"), [](const LockstepLine &line) { return distanceOf(*line.row); },
        Font::Code);
    set(ShareColumn, Words::tr("of the largest"), shareText, Font::Code);
    for (const LockstepColumn place : {NumberColumn, DistanceColumn, ShareColumn})
        columns[size_t(place)].alignment = Qt::AlignRight;
    columns[JointColumn].alignment = Qt::AlignHCenter;
    columns[EagerColumn].colour = [](const LockstepLine &line) { return loneColour(line, LockstepMark::GraphOnly); };
    columns[NodeColumn].colour = [](const LockstepLine &line) { return loneColour(line, LockstepMark::EagerOnly); };
    columns[DistanceColumn].colour = [](const LockstepLine &line) {
        return line.mark == LockstepMark::Differs ? currentTheme().error : QColor();
    };
    columns[ShareColumn].share = [](const LockstepLine &line) { return logShareOf(*line.row); };
    columns[ShareColumn].toolTip = [](const LockstepLine &) {
        return Words::tr("The bar goes from 1e-8 to 1 by powers of ten");
    };
    return columns;
}

std::vector<LockstepLine> lockstepLines(const LockstepRun &run, const LockstepTolerance &tolerance,
                                        LockstepFilter filter) {
    std::vector<LockstepLine> lines;
    for (size_t i = 0; i < run.rows.size(); ++i) {
        const LockstepMark mark = markOf(run.rows[i], tolerance);
        if (filter == LockstepFilter::All || mark == LockstepMark::Differs) lines.push_back({i, &run.rows[i], mark});
    }
    return lines;
}

void DistanceBarDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const double share = index.data(ShareRole).toDouble();
    if (!(share > 0)) return;
    const Theme &theme = currentTheme();
    const bool differs = index.siblingAtColumn(JointColumn).data().toString() == jointText(LockstepMark::Differs);
    const double height = metrics::grid - 2;
    QRectF bar(option.rect.left() + metrics::grid, option.rect.center().y() - height / 2 + 0.5, barRoom, height);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.track);
    painter->drawRoundedRect(bar, height / 2, height / 2);
    bar.setWidth(std::max(height, bar.width() * share));
    painter->setBrush(differs ? theme.error : theme.accent);
    painter->drawRoundedRect(bar, height / 2, height / 2);
    painter->restore();
}

void JointDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const {
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, currentTheme().selection);
    const QString mark = index.data().toString();
    const Theme &theme = currentTheme();
    const QRectF room = QRectF(option.rect).adjusted(3, 0, -3, 0);
    const double y = room.center().y(), middle = room.center().x(), gap = 8;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const auto line = [&](double from, double to, const QColor &colour) {
        painter->setPen(QPen(colour, 2));
        painter->drawLine(QPointF(from, y), QPointF(to, y));
    };
    const auto dot = [&](double x, const QColor &colour) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawEllipse(QPointF(x, y), 3, 3);
    };
    if (mark == QLatin1String("=")) {
        line(room.left(), room.right(), theme.good);
        dot(room.left() + 3, theme.good);
        dot(room.right() - 3, theme.good);
    } else if (mark == QStringLiteral("\u2260")) {
        line(room.left(), middle - gap, theme.error);
        line(middle + gap, room.right(), theme.error);
        dot(room.left() + 3, theme.error);
        dot(room.right() - 3, theme.error);
        painter->setPen(theme.error);
        painter->setFont(boldUiFont());
        painter->drawText(room, Qt::AlignCenter, mark);
    } else {
        const bool isLeft = mark == jointText(LockstepMark::EagerOnly);
        const double end = isLeft ? room.left() + 3 : room.right() - 3;
        line(end, isLeft ? end + gap : end - gap, theme.text3);
        dot(end, theme.text3);
    }
    painter->restore();
}

} // namespace locksteppanel
} // namespace jitscope

#include "moc_lockstepmodel.cpp"
