// SPDX-License-Identifier: GPL-3.0-or-later
// A text of a kernel: lines on the tint of their member with its number, what was measured of each, and the code.
#pragma once

#include "app/sdk/widgets/pickview.h"
#include "engine/codegen/kernelaccess.h"

#include <vector>

namespace jitscope {
inline namespace kernelpanel {

struct CodeLine {
    QString code;
    int member = 0; ///< from 1; 0: of no single member
    KernelAccess access = {};
    QString name, source; ///< of the member: "Tanh", "model.py:12"
    double share = -1;    ///< 0..1 of the samples in the kernel; -1: not measured
    int64_t samples = 0;
};

class CodeListing : public PickView {
    Q_OBJECT
public:
    explicit CodeListing(QWidget *parent = nullptr);

    void setLines(std::vector<CodeLine> lines);
    const std::vector<CodeLine> &lines() const { return m_lines; }
    /** These stand out; the first comes into view unless one is there already. Tells nobody. */
    void setLit(std::vector<int> lines);
    const std::vector<int> &lit() const { return m_lit; }
    /** All lines with number, member, source and code, tab separated. */
    QString allAsText() const;

    int64_t count() const override { return int64_t(m_lines.size()); }
    QString textOf(int64_t line) const override;
    int64_t itemAt(const QPointF &place) const override;
    QRectF rectOf(int64_t line) const override;

Q_SIGNALS:
    void menuWanted(int line, const QPoint &place);

protected:
    int64_t rowsOfPage() const override;
    void reveal(int64_t line) override;
    void arrange() override;
    void paint(QPainter &painter, const QRect &dirty) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void paintLine(QPainter &painter, int line, const QRectF &place) const;
    bool isLit(int line) const;
    bool isInView(int64_t line) const;
    bool isAnyLitInView() const;
    bool isMeasured() const;
    QString memberText(const CodeLine &line) const;
    void copyLit() const;

    std::vector<CodeLine> m_lines;
    std::vector<int> m_lit; ///< sorted
    int m_rowHeight = 18, m_numberWidth = 0, m_memberWidth = 0, m_shareWidth = 0, m_codeWidth = 0;
};

} // namespace kernelpanel
} // namespace jitscope
