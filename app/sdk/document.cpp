// SPDX-License-Identifier: GPL-3.0-or-later
// The session on the GUI thread, and the book of who reads it elsewhere.
#include "app/sdk/document.h"

#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/variantrecord.h"

#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace jitscope {
inline namespace sdk {

namespace {
constexpr int retryMs = 20;           ///< how soon parts that wait for a reader are tried again
constexpr int graceMs = 1000;         ///< how long they wait before readers are asked to end
constexpr size_t mostKeptStages = 16; ///< compiled again in less than a second

/** Giving back the memory of a long recording takes longer than an event may: another thread does it. */
void deleteElsewhere(Session *session) {
    const QCoreApplication *application = QCoreApplication::instance();
    if (application && QThread::currentThread() == application->thread())
        QThreadPool::globalInstance()->start([session] { delete session; });
    else
        delete session;
}

std::shared_ptr<Session> owned(Session session) {
    return {new Session(std::move(session)), deleteElsewhere};
}
} // namespace

struct SessionLease::Books {
    std::mutex mutex;
    std::condition_variable returned;
    int out = 0;
    std::atomic<bool> isCalledIn = false;
};

SessionLease::SessionLease(std::shared_ptr<const Session> session, std::shared_ptr<Books> books)
    : m_session(std::move(session))
    , m_books(std::move(books)) {}

SessionLease::~SessionLease() {
    if (!m_isOpen) return;
    const std::lock_guard lock(m_books->mutex);
    --m_books->out;
    m_books->returned.notify_all();
}

const Session &SessionLease::session() const {
    if (!m_isOpen) {
        const std::lock_guard lock(m_books->mutex);
        ++m_books->out;
        m_isOpen = true;
    }
    return *m_session;
}

bool SessionLease::isCurrent() const {
    return !m_books->isCalledIn;
}

Document::Document(QObject *parent)
    : QObject(parent)
    , m_session(owned({}))
    , m_books(std::make_shared<SessionLease::Books>()) {
    m_retry.setInterval(retryMs);
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Document::appendWaiting);
    connect(&m_retry, &QTimer::timeout, this, &Document::noteWaiting);
}

Document::~Document() = default;

std::shared_ptr<const SessionLease> Document::lend() const {
    return std::make_shared<SessionLease>(m_session, m_books);
}

void Document::replace(Session session, const QString &path) {
    Q_EMIT aboutToReplace();
    // Whoever still reads the old one keeps it alive; it is of no use to him any more.
    m_books->isCalledIn = true;
    m_books = std::make_shared<SessionLease::Books>();
    m_waiting.clear();
    m_waitingFor.invalidate();
    m_waitingInfo.clear();
    m_waitingVariants.reset();
    m_stages.clear();
    // Until everyone has taken the new one, some still have the old one in hand.
    const std::shared_ptr<Session> old = std::exchange(m_session, owned(std::move(session)));
    m_session->linkTensors();
    m_path = path;
    m_modified = false;
    m_memory = {};
    Q_EMIT replaced();
    Q_EMIT pathChanged();
}

void Document::append(Session &&part) {
    if (part.empty()) return;
    m_waiting.push_back(std::move(part));
    appendWaiting();
}

void Document::settle() {
    while (!m_waiting.empty() || !m_waitingInfo.empty() || m_waitingVariants) { // someone may begin to read in between
        callIn().unlock();
        appendWaiting();
        noteWaiting();
    }
}

std::unique_lock<std::mutex> Document::callIn() {
    std::unique_lock lock(m_books->mutex);
    m_books->isCalledIn = true;
    m_books->returned.wait(lock, [this] { return m_books->out == 0; });
    m_books->isCalledIn = false;
    return lock;
}

void Document::appendWaiting() {
    if (m_waiting.empty()) return;
    {
        const std::lock_guard lock(m_books->mutex);
        if (m_books->out > 0) {
            // Of many readers one always has it: what is new would never be seen.
            if (!m_waitingFor.isValid()) m_waitingFor.start();
            if (m_waitingFor.elapsed() >= graceMs) m_books->isCalledIn = true;
            m_retry.start();
            return;
        }
        if (m_waitingFor.isValid()) m_books->isCalledIn = false;
        m_waitingFor.invalidate();
        for (Session &part : std::exchange(m_waiting, {}))
            m_session->append(std::move(part));
    }
    const bool wasModified = std::exchange(m_modified, true);
    Q_EMIT appended();
    if (!wasModified) Q_EMIT pathChanged();
}

void Document::setSaved(const QString &path) {
    m_path = path;
    m_modified = false;
    Q_EMIT pathChanged();
}

void Document::setBookmarks(std::vector<Bookmark> bookmarks) {
    std::sort(bookmarks.begin(), bookmarks.end(), [](const Bookmark &a, const Bookmark &b) { return a.op < b.op; });
    if (bookmarks == m_session->bookmarks) return;
    {
        const auto nobodyReads = callIn();
        m_session->bookmarks = std::move(bookmarks);
    }
    const bool wasModified = std::exchange(m_modified, true);
    Q_EMIT bookmarksChanged();
    if (!wasModified) Q_EMIT pathChanged();
}

void Document::setInfo(const std::string &key, const std::string &text) {
    m_waitingInfo.insert_or_assign(key, text);
    noteWaiting();
}

void Document::setVariants(std::vector<VariantRecord> variants) {
    m_waitingVariants = std::move(variants);
    noteWaiting();
}

void Document::noteWaiting() {
    if (m_waitingInfo.empty() && !m_waitingVariants) return;
    const bool hasVariants = m_waitingVariants.has_value();
    bool changes = hasVariants;
    {
        const std::lock_guard lock(m_books->mutex);
        if (m_books->out > 0) {
            m_retry.start();
            return;
        }
        for (auto &[key, text] : std::exchange(m_waitingInfo, {})) {
            std::string &place = m_session->info[key];
            changes = changes || place != text;
            place = std::move(text);
            if (place.empty()) m_session->info.erase(key);
        }
        if (m_waitingVariants) m_session->variants = *std::exchange(m_waitingVariants, std::nullopt);
    }
    if (hasVariants) Q_EMIT variantsChanged();
    if (changes && !m_path.isEmpty() && !std::exchange(m_modified, true)) Q_EMIT pathChanged();
}

std::shared_ptr<const Compilation> Document::stagesOf(const StageRef &stage) const {
    const auto isIt = [&](const auto &known) { return known.first.isOfSameCompile(stage); };
    if (stage.variant) {
        const auto found = std::find_if(m_stages.begin(), m_stages.end(), isIt);
        return found == m_stages.end() ? nullptr : found->second;
    }
    // A copy, as those of the session move when more are appended; graphs are shared.
    const Compilation *own = m_session->compilation(stage.compilation);
    return own ? std::make_shared<const Compilation>(*own) : nullptr;
}

void Document::keepStages(const StageRef &stage, std::shared_ptr<const Compilation> stages) {
    const auto isIt = [&](const auto &known) { return known.first.isOfSameCompile(stage); };
    std::erase_if(m_stages, isIt);
    m_stages.emplace_back(stage, std::move(stages));
    if (m_stages.size() > mostKeptStages) m_stages.erase(m_stages.begin());
}

void Document::setMemory(const RecordingMemory &memory) {
    if (memory == m_memory) return;
    m_memory = memory;
    Q_EMIT memoryChanged();
}

} // namespace sdk
} // namespace jitscope

#include "moc_document.cpp"
