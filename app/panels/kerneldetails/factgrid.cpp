// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/factgrid.h"

#include "app/sdk/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace jitscope {
inline namespace kerneldetailspanel {

FactGrid::FactGrid(QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(2 * metrics::grid);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
}

void FactGrid::setFacts(std::vector<KernelFact> facts) {
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_facts = std::move(facts);
    int row = 0;
    for (const KernelFact &fact : m_facts) {
        auto *name = new QLabel(fact.name);
        name->setProperty("role", QStringLiteral("secondary"));
        name->setTextFormat(Qt::PlainText);
        name->setToolTip(fact.toolTip);
        auto *text = new QLabel(fact.text);
        text->setTextFormat(Qt::PlainText);
        text->setFont(codeFont());
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        text->setToolTip(fact.toolTip + QLatin1Char('\n') + fact.text);
        text->setSizePolicy(QSizePolicy::Ignored,
                            QSizePolicy::Preferred); // a long name is cut before it widens the page
        text->setAccessibleName(fact.name);
        m_grid->addWidget(name, row, 0, Qt::AlignTop);
        m_grid->addWidget(text, row++, 1);
    }
}

QString FactGrid::asText() const {
    QStringList lines;
    for (const KernelFact &fact : m_facts)
        lines.append(fact.name + QStringLiteral(": ") + fact.text);
    return lines.join(QLatin1Char('\n'));
}

} // namespace kerneldetailspanel
} // namespace jitscope

#include "moc_factgrid.cpp"
