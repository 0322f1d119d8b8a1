// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

/** Outside of any namespace, because the macro declares a global function. */
static void initTranslationResources() {
    Q_INIT_RESOURCE(translations);
}

namespace jitscope {
inline namespace shell {

namespace {

const QString chinese = QStringLiteral("zh_CN");
const QString english = QStringLiteral("en");

void install(const QString &file, const QString &folder) {
    auto *translator = new QTranslator(qApp);
    translator->setObjectName(QStringLiteral("language"));
    if (translator->load(file, folder)) {
        QCoreApplication::installTranslator(translator);
    } else {
        delete translator;
    }
}

/** Takes back what install() did. */
void removeLanguage() {
    for (QTranslator *translator :
         qApp->findChildren<QTranslator *>(QStringLiteral("language"), Qt::FindDirectChildrenOnly)) {
        QCoreApplication::removeTranslator(translator);
        delete translator;
    }
}

} // namespace

QString languageFor(const QString &wanted) {
    if (wanted == chinese || wanted == english) return wanted;
    return QLocale::system().language() == QLocale::Chinese ? chinese : english;
}

void installLanguage(const QString &language) {
    ::initTranslationResources();
    removeLanguage();
    const QString chosen = languageFor(language);
    QLocale::setDefault(chosen == chinese ? QLocale(chosen) : QLocale(QLocale::English, QLocale::UnitedStates));
    // The buttons of standard dialogs, where Qt's own translations are installed.
    install(QStringLiteral("qtbase_") + chosen, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    // English has one too: it holds the plural forms.
    install(QStringLiteral("jitscope_") + chosen, QStringLiteral(":/translations"));
}

} // namespace shell
} // namespace jitscope
