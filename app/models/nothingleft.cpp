// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/nothingleft.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/sdk/widgets/wrappedlabel.h"

#include <QVBoxLayout>

namespace jitscope {
inline namespace models {

NothingLeft::NothingLeft(QWidget *parent)
    : QWidget(parent)
    , m_why(new WrappedLabel) {
    setObjectName(QStringLiteral("nothingLeft"));
    m_why->setAlignment(Qt::AlignCenter);
    auto *clear = flatButton(QStringLiteral("clearAllFilters"), tr("Clear the filters"),
                             tr("Take away all filters, that of text among them"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, 2, metrics::grid, 2);
    column->addStretch(1);
    column->addWidget(m_why);
    column->addWidget(clear, 0, Qt::AlignHCenter);
    column->addStretch(2);
    connect(clear, &QToolButton::clicked, this, &NothingLeft::clearWanted);
}

QString NothingLeft::text() const {
    return m_why->text();
}

void NothingLeft::setText(const QString &why) {
    m_why->setText(why);
}

} // namespace models
} // namespace jitscope

#include "moc_nothingleft.cpp"
