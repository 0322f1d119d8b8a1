// SPDX-License-Identifier: GPL-3.0-or-later
// The element that is looked at: its index and value, and the ways to another one.
#pragma once

#include "app/tensorview/numberformat.h"
#include "engine/tensor/elementsearch.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace jitscope {
inline namespace valuespanel {

class ElementBar : public QWidget {
    Q_OBJECT
public:
    explicit ElementBar(QWidget *parent = nullptr);

    void setTensor(const Tensor &tensor);
    void setElement(int64_t element);
    /** Of the element under the mouse; -1 shows the chosen one again. */
    void showHovered(int64_t element);
    void setFormat(const NumberFormat &format);
    /** Something to say about a search: "no NaN". */
    void showMessage(const QString &message);
    void focusIndex();
    QString text() const;

Q_SIGNALS:
    void searchWanted(jitscope::ElementTrait kind);
    void elementWanted(qint64 element);
    void originWanted();

private:
    void takeIndex();
    void show(int64_t element);

    Tensor m_tensor;
    int64_t m_element = -1;
    NumberFormat m_format;
    QLineEdit *m_index;
    QLabel *m_value;
    QToolButton *m_origin;
};

} // namespace valuespanel
} // namespace jitscope
