// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses what the shown tensor is compared with, which side is shown, and says how far both are apart.
#pragma once

#include "app/panels/values/valuework.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class PillLabel;
class SegmentedControl;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace valuespanel {

class CompareBar : public QWidget {
    Q_OBJECT
public:
    explicit CompareBar(QWidget *parent = nullptr);

    /** For the tensor that is shown: an in-place write is compared with what was there before by itself. */
    void setInPlace(bool isInPlace);
    /** What to compare with now; the user's own choice goes before. */
    CompareChoice choice() const;
    ValueSide side() const;
    void setResult(const ShownValue &shown);
    /** The recording to look for the same line in, once it is read. */
    void setOtherFile(const QString &name, std::shared_ptr<const Session> session);
    QString text() const;

Q_SIGNALS:
    void changed();
    void fileWanted();
    void elementWanted(qint64 element);

private:
    void buildMenu();
    void choose(const CompareChoice &choice);
    void takePick();
    void updateTexts();

    CompareChoice m_chosen;
    bool m_isInPlace = false;
    QString m_fileName;
    int64_t m_first = -1, m_worst = -1;
    QToolButton *m_menu, *m_toFirst, *m_toWorst;
    QLineEdit *m_pick;
    SegmentedControl *m_sides;
    PillLabel *m_verdict;
    QLabel *m_details;
};

} // namespace valuespanel
} // namespace jitscope
