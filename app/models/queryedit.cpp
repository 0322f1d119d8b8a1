// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing as one types, and completion of the last word only.
#include "app/models/queryedit.h"

#include "app/sdk/theme.h"

#include <QCompleter>
#include <QRegularExpression>
#include <QStringListModel>

namespace jitscope {
inline namespace models {

namespace {

/** Where the word at the end of `text` begins. */
qsizetype lastWord(const QString &text) {
    static const QRegularExpression word(QStringLiteral("[A-Za-z_][A-Za-z_0-9.]*$"));
    const auto match = word.match(text);
    return match.hasMatch() ? match.capturedStart() : text.size();
}

/** Completes the last word and leaves what stands before it. */
class WordCompleter : public QCompleter {
public:
    using QCompleter::QCompleter;

    QStringList splitPath(const QString &path) const override { return {path.mid(lastWord(path))}; }
    QString pathFromIndex(const QModelIndex &index) const override {
        const auto *field = static_cast<const QLineEdit *>(widget());
        const QString text = field->text();
        return text.left(lastWord(text)) + index.data().toString();
    }
};

} // namespace

QueryEdit::QueryEdit(const QString &placeholder, QWidget *parent)
    : FilterEdit(placeholder, parent)
    , m_words(new QStringListModel(this))
    , m_completer(new WordCompleter(m_words, this)) {
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    setCompleter(m_completer);
    setMinimumWidth(80);
    connect(this, &QLineEdit::textEdited, this, &QueryEdit::complete);
    connect(this, &QLineEdit::textChanged, this, &QueryEdit::parse);
}

void QueryEdit::complete(const QString &text) {
    QStringList words;
    for (const std::string &word : queryCompletions(text.toStdString()))
        words.append(QString::fromStdString(word));
    if (words != m_words->stringList()) m_words->setStringList(words);
}

void QueryEdit::parse() {
    const std::string text = this->text().trimmed().toStdString();
    m_query = text.empty() ? Result<Query>(Query()) : Query::parse(text);
    setProperty("wrong", !m_query.ok());
    setAccessibleDescription(explanation());
    setToolTip(explanation());
    Q_EMIT queryChanged();
}

QString QueryEdit::explanation() const {
    if (!m_query) return QString::fromStdString(m_query.error().message);
    QStringList terms;
    for (const std::string &term : m_query->explain())
        terms.append(QString::fromStdString(term));
    return terms.join(QStringLiteral(" · "));
}

} // namespace models
} // namespace jitscope

#include "moc_queryedit.cpp"
