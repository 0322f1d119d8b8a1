// SPDX-License-Identifier: GPL-3.0-or-later
// A message over the content that waits without blocking: what failed, with its details to copy and a cross to close
// it.
#pragma once

#include <QFrame>

#include <functional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace jitscope {
inline namespace sdk {

class InfoBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind : uint8_t { Note, Warning, Error };

    /** Hidden until something is shown. */
    explicit InfoBar(QWidget *parent = nullptr);

    /** `details` (a traceback) is behind "Details" and may be empty. Takes the place of an earlier message. */
    void showMessage(Kind kind, const QString &message, const QString &details = {});
    /** A question with its answers as buttons; any answer, and the cross, closes it. */
    using Answer = std::pair<QString, std::function<void()>>;
    void ask(const QString &question, const std::vector<Answer> &answers);
    Kind kind() const { return m_kind; }
    QString message() const;
    /** Hides a message of that kind: what it told is over. Others, and questions, stay. */
    void dismiss(Kind kind);
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void setTexts();
    void updateIcon();
    void clearAnswers();

    Kind m_kind = Kind::Note;
    QString m_messageText, m_detailText;
    QLabel *m_icon, *m_message, *m_details;
    QScrollArea *m_detailArea;
    QToolButton *m_more, *m_copy, *m_close;
    QHBoxLayout *m_answerRow;
    std::vector<QToolButton *> m_answers;
};

} // namespace sdk
} // namespace jitscope
