// SPDX-License-Identifier: GPL-3.0-or-later
// An index box, the value, and buttons that search.
#include "app/panels/values/elementbar.h"

#include "app/sdk/theme.h"
#include "app/sdk/widgets/flatbutton.h"
#include "app/tensorview/tensorcut.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace valuespanel {

namespace {

constexpr int indexWidth = 120;

} // namespace

ElementBar::ElementBar(QWidget *parent)
    : QWidget(parent)
    , m_index(new QLineEdit)
    , m_value(new QLabel)
    , m_origin(flatButton(QStringLiteral("whereFrom"), tr("Where from"),
                          tr("Which operators and inputs this element depends on"))) {
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::grid / 2);

    auto *search = new QHBoxLayout;
    search->setSpacing(metrics::grid / 4);
    auto *label = new QLabel(tr("Next"));
    label->setProperty("role", QStringLiteral("secondary"));
    search->addWidget(label);
    struct Way {
        const char *id;
        QString text, toolTip;
        ElementTrait kind;
    };
    const Way ways[] = {
        {"nextNaN", tr("◆ NaN"), tr("Go to the next NaN"), ElementTrait::NaN},
        {"nextInf", tr("▲ Inf"), tr("Go to the next infinity"), ElementTrait::Infinite},
        {"nextMax", tr("Max"), tr("Go to the largest element"), ElementTrait::Largest},
        {"nextMin", tr("Min"), tr("Go to the smallest element"), ElementTrait::Smallest},
        {"nextNonZero", tr("≠ 0"), tr("Go to the next element that is not zero"), ElementTrait::NonZero},
    };
    for (const Way &way : ways) {
        QToolButton *button = flatButton(QLatin1String(way.id), way.text, way.toolTip);
        connect(button, &QToolButton::clicked, this, [this, kind = way.kind] { Q_EMIT searchWanted(kind); });
        search->addWidget(button);
    }
    search->addStretch(1);
    column->addLayout(search);

    auto *row = new QHBoxLayout;
    row->setSpacing(metrics::grid / 2);
    m_index->setObjectName(QStringLiteral("elementIndex"));
    m_index->setFixedWidth(indexWidth);
    m_index->setFont(codeFont());
    m_index->setPlaceholderText(tr("0, 3, 17"));
    m_index->setAccessibleName(tr("Go to index"));
    m_index->setToolTip(tr("Go to index (Ctrl+G): one number for each axis, or one position"));
    connect(m_index, &QLineEdit::returnPressed, this, &ElementBar::takeIndex);
    row->addWidget(m_index);
    m_value->setObjectName(QStringLiteral("elementValue"));
    m_value->setFont(codeFont());
    m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_value->setMinimumWidth(1);
    row->addWidget(m_value, 1);
    connect(m_origin, &QToolButton::clicked, this, &ElementBar::originWanted);
    row->addWidget(m_origin);
    column->addLayout(row);
}

void ElementBar::setTensor(const Tensor &tensor) {
    m_tensor = tensor;
    if (m_element >= 0 && (!tensor.defined() || m_element >= tensor.count())) m_element = -1;
    show(m_element);
}

void ElementBar::setElement(int64_t element) {
    m_element = element;
    show(element);
}

void ElementBar::showHovered(int64_t element) {
    show(element >= 0 ? element : m_element);
}

void ElementBar::setFormat(const NumberFormat &format) {
    m_format = format;
    show(m_element);
}

void ElementBar::show(int64_t element) {
    m_origin->setEnabled(m_element >= 0);
    const bool isThere = m_tensor.defined() && element >= 0 && element < m_tensor.count();
    m_value->setText(isThere ? indexText(m_tensor.shape(), element) + QStringLiteral(" = ") +
                                   elementText(m_tensor, element, m_format)
                             : QString());
}

void ElementBar::showMessage(const QString &message) {
    m_value->setText(message);
}

void ElementBar::focusIndex() {
    m_index->setFocus(Qt::ShortcutFocusReason);
    m_index->selectAll();
}

QString ElementBar::text() const {
    return m_value->text();
}

void ElementBar::takeIndex() {
    if (!m_tensor.defined()) return;
    const auto element = parseElement(m_index->text(), m_tensor.shape());
    if (element)
        Q_EMIT elementWanted(*element);
    else
        showMessage(QString::fromStdString(element.error().message));
}

} // namespace valuespanel
} // namespace jitscope

#include "moc_elementbar.cpp"
