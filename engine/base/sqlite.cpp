// SPDX-License-Identifier: Apache-2.0
#include "engine/base/sqlite.h"

#include "engine/base/text.h"

#include <sqlite3.h>

namespace jitscope::inline base {

namespace {

constexpr int stepsBetweenQuestions = 4000;

struct Limit {
    int id, value;
};
constexpr Limit limits[] = {
    {SQLITE_LIMIT_LENGTH, 16 << 20},   {SQLITE_LIMIT_SQL_LENGTH, 1 << 20}, {SQLITE_LIMIT_COLUMN, 1000},
    {SQLITE_LIMIT_EXPR_DEPTH, 50},     {SQLITE_LIMIT_COMPOUND_SELECT, 2},  {SQLITE_LIMIT_VDBE_OP, 100000},
    {SQLITE_LIMIT_FUNCTION_ARG, 8},    {SQLITE_LIMIT_ATTACHED, 0},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 64},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 8}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

/** `path` as a URI of a file that nobody changes while it is open: no lock, journal or shared memory is touched. */
std::string immutableUri(const std::string &path) {
    std::string uri = "file:";
    for (const char c : path)
        uri += c == '?' || c == '#' || c == '%' ? format("%%%02X", unsigned(c)) : std::string(1, c);
    return uri + "?mode=ro&immutable=1";
}

int allowReading(void *, int action, const char *, const char *, const char *, const char *) {
    const bool reads = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION; // max()
    return reads ? SQLITE_OK : SQLITE_DENY;
}

const char *charactersOf(std::string_view text) {
    return text.data() ? text.data() : ""; // a null would be bound as NULL
}

} // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt *statement) const {
    sqlite3_finalize(statement);
}

bool SqliteStatement::bind(int place, int64_t value) {
    return sqlite3_bind_int64(m_statement.get(), place, value) == SQLITE_OK;
}

bool SqliteStatement::bind(int place, double value) {
    return sqlite3_bind_double(m_statement.get(), place, value) == SQLITE_OK;
}

bool SqliteStatement::bind(int place, std::string_view text) {
    return sqlite3_bind_text64(m_statement.get(), place, charactersOf(text), text.size(), SQLITE_TRANSIENT,
                               SQLITE_UTF8) == SQLITE_OK;
}

bool SqliteStatement::bindBytes(int place, std::string_view bytes) {
    return sqlite3_bind_blob64(m_statement.get(), place, charactersOf(bytes), bytes.size(), SQLITE_TRANSIENT) ==
           SQLITE_OK;
}

SqliteStep SqliteStatement::step() {
    const int code = sqlite3_step(m_statement.get());
    return code == SQLITE_ROW ? SqliteStep::Row : code == SQLITE_DONE ? SqliteStep::Done : SqliteStep::Failed;
}

void SqliteStatement::reset() {
    sqlite3_reset(m_statement.get());
}

SqliteType SqliteStatement::type(int column) const {
    switch (sqlite3_column_type(m_statement.get(), column)) {
    case SQLITE_INTEGER:
        return SqliteType::Integer;
    case SQLITE_FLOAT:
        return SqliteType::Real;
    case SQLITE_TEXT:
        return SqliteType::Text;
    case SQLITE_BLOB:
        return SqliteType::Bytes;
    default:
        return SqliteType::Null;
    }
}

int64_t SqliteStatement::integer(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

double SqliteStatement::real(int column) const {
    return sqlite3_column_double(m_statement.get(), column);
}

std::optional<std::string_view> SqliteStatement::text(int column) const {
    const auto *characters = reinterpret_cast<const char *>(sqlite3_column_text(m_statement.get(), column));
    if (characters == nullptr) return std::nullopt;
    return std::string_view(characters, size_t(sqlite3_column_bytes(m_statement.get(), column)));
}

std::string_view SqliteStatement::bytes(int column) const {
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement.get(), column));
    return {bytes ? bytes : "", size_t(sqlite3_column_bytes(m_statement.get(), column))};
}

void SqliteDatabase::Close::operator()(sqlite3 *database) const {
    sqlite3_close_v2(database);
}

SqliteDatabase SqliteDatabase::open(const std::string &name, int flags) {
    SqliteDatabase opened;
    sqlite3 *database = nullptr;
    opened.m_isOpen = sqlite3_open_v2(name.c_str(), &database, flags, nullptr) == SQLITE_OK;
    opened.m_database.reset(database); // also of a failure: it has the message
    return opened;
}

SqliteDatabase SqliteDatabase::create(const std::string &path) {
    SqliteDatabase made = open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (made.m_isOpen) made.m_isOpen = made.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    return made;
}

SqliteDatabase SqliteDatabase::openUnchanging(const std::string &path) {
    SqliteDatabase opened = open(immutableUri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX);
    if (!opened.m_isOpen) return opened;
    sqlite3_db_config(opened.m_database.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    opened.trustNothing();
    return opened;
}

SqliteDatabase SqliteDatabase::openCopy(const std::string &path) {
    SqliteDatabase opened = open(path, SQLITE_OPEN_READWRITE);
    if (opened.m_isOpen) opened.trustNothing();
    return opened;
}

void SqliteDatabase::trustNothing() {
    for (const int setting : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                              SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION})
        sqlite3_db_config(m_database.get(), setting, 0, nullptr);
}

bool SqliteDatabase::run(const std::string &sql) {
    return sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

SqliteStatement SqliteDatabase::prepare(const std::string &sql) const {
    sqlite3_stmt *statement = nullptr;
    sqlite3_prepare_v2(m_database.get(), sql.c_str(), int(sql.size()), &statement, nullptr);
    return SqliteStatement(statement);
}

SqliteFault SqliteDatabase::fault() const {
    switch (sqlite3_errcode(m_database.get())) {
    case SQLITE_NOTADB:
        return SqliteFault::NoDatabase;
    case SQLITE_CORRUPT:
        return SqliteFault::Damaged;
    case SQLITE_TOOBIG:
        return SqliteFault::TooLarge;
    case SQLITE_INTERRUPT:
        return SqliteFault::Interrupted;
    default:
        return SqliteFault::Other;
    }
}

std::string SqliteDatabase::message() const {
    return m_database ? sqlite3_errmsg(m_database.get()) : "there is no memory for it";
}

void SqliteDatabase::limit() {
    for (const Limit &limit : limits)
        sqlite3_limit(m_database.get(), limit.id, limit.value);
    run("PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; "
        "PRAGMA cache_size = -16384");
}

void SqliteDatabase::allowReadingAlone() {
    sqlite3_set_authorizer(m_database.get(), allowReading, nullptr);
}

void SqliteDatabase::interruptWhen(std::function<bool()> isCancelled) {
    m_isCancelled = std::make_unique<std::function<bool()>>(std::move(isCancelled));
    const auto ask = [](void *question) { return (*static_cast<std::function<bool()> *>(question))() ? 1 : 0; };
    sqlite3_progress_handler(m_database.get(), stepsBetweenQuestions, ask, m_isCancelled.get());
}

} // namespace jitscope::inline base
