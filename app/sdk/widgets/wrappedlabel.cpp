// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/wrappedlabel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QTextLayout>
#include <cmath>

namespace jitscope {
inline namespace sdk {

namespace {

/** The lines of `layout` for that width: their height. QFontMetrics breaks anywhere or not at all within words. */
qreal breakLines(QTextLayout &layout, Qt::Alignment alignment, qreal width) {
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    qreal height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

/** A layout knows line separators alone. */
QString separated(QString text) {
    return text.replace(QLatin1Char('\n'), QChar::LineSeparator);
}

} // namespace

WrappedLabel::WrappedLabel(QWidget *parent)
    : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *copy = new QAction(tr("Copy"), this);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    addAction(copy);
}

QSize WrappedLabel::minimumSizeHint() const {
    return {1, fontMetrics().height()};
}

QStringList WrappedLabel::lines(int width) const {
    const QString shown = separated(text());
    QTextLayout layout(shown, font(), this);
    breakLines(layout, alignment(), width);
    QStringList lines;
    for (int i = 0; i < layout.lineCount(); ++i)
        lines.append(shown.mid(layout.lineAt(i).textStart(), layout.lineAt(i).textLength()).trimmed());
    return lines;
}

int WrappedLabel::heightForWidth(int width) const {
    QTextLayout layout(separated(text()), font(), this);
    return int(std::ceil(breakLines(layout, alignment(), width)));
}

void WrappedLabel::paintEvent(QPaintEvent *) {
    const QRect place = contentsRect();
    QTextLayout layout(separated(text()), font(), this);
    const qreal spare = place.height() - breakLines(layout, alignment(), place.width());
    const qreal share = alignment() & Qt::AlignTop ? 0 : alignment() & Qt::AlignBottom ? 1 : 0.5;
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    layout.draw(&painter, place.topLeft() + QPointF(0, std::max(0.0, spare) * share));
}

} // namespace sdk
} // namespace jitscope

#include "moc_wrappedlabel.cpp"
