// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/renameeditor.h"

#include "app/sdk/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace jitscope {
inline namespace editorpanel {

namespace {
constexpr int widest = 360;
} // namespace

RenameEditor::RenameEditor(QWidget *parent)
    : QFrame(parent)
    , m_field(new QLineEdit(this))
    , m_reason(new QLabel(this)) {
    setObjectName(QStringLiteral("renameEditor"));
    setProperty("role", "popup");
    setAutoFillBackground(true);
    m_field->setObjectName(QStringLiteral("renameField"));
    m_field->setFont(codeFont());
    m_field->setAccessibleName(tr("New name"));
    m_reason->setObjectName(QStringLiteral("renameReason"));
    m_reason->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::grid, metrics::grid, metrics::grid, metrics::grid);
    column->addWidget(m_field);
    column->addWidget(m_reason);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        if (m_field->text() == m_name)
            Q_EMIT closed();
        else
            Q_EMIT accepted(m_field->text().trimmed());
    });
    connect(m_field, &QLineEdit::textEdited, this, [this] { refuse({}); });
    hide();
}

void RenameEditor::open(const QString &name, const QPoint &place) {
    m_name = name;
    m_field->setText(name);
    m_field->selectAll();
    refuse({});
    setFixedWidth(std::min(widest, parentWidget()->width()));
    const int x = std::clamp(place.x(), 0, std::max(0, parentWidget()->width() - width()));
    const int y = std::clamp(place.y(), 0, std::max(0, parentWidget()->height() - sizeHint().height()));
    move(x, y);
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void RenameEditor::refuse(const QString &reason) {
    m_reason->setStyleSheet(QStringLiteral("color: %1").arg(currentTheme().error.name()));
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    adjustSize();
}

void RenameEditor::keyPressEvent(QKeyEvent *event) {
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closed();
        return;
    }
    QFrame::keyPressEvent(event);
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_renameeditor.cpp"
