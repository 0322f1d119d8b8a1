// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/widgets/wrappedlabel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>

namespace jitscope {
inline namespace sdk {

namespace {

constexpr int breaking = Qt::TextWordWrap | Qt::TextWrapAnywhere;

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

int WrappedLabel::heightForWidth(int width) const {
    return fontMetrics().boundingRect(QRect(0, 0, width, 100000), int(alignment()) | breaking, text()).height();
}

void WrappedLabel::paintEvent(QPaintEvent *) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), int(alignment()) | breaking, text());
}

} // namespace sdk
} // namespace jitscope
