// SPDX-License-Identifier: GPL-3.0-or-later
// Names and texts in two columns; what a name means is in its tool tip.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

class QGridLayout;

namespace jitscope {
inline namespace kerneldetailspanel {

struct KernelFact {
    QString name, text, toolTip;
};

class FactGrid : public QWidget {
    Q_OBJECT
public:
    explicit FactGrid(QWidget *parent = nullptr);
    void setFacts(std::vector<KernelFact> facts);
    QString asText() const;

private:
    QGridLayout *m_grid;
    std::vector<KernelFact> m_facts;
};

} // namespace kerneldetailspanel
} // namespace jitscope
