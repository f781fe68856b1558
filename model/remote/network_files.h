#pragma once

#include "core/remote_files.h"
#include "remote/cache/file_cache.h"
#include "remote/http_client.h"
#include "remote/places.h"
#include "remote/segment.h"
#include "remote/sftp/sftp_client.h"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loupe::remote {

class Probe;

/// Opens addresses over the network. Starts nothing before the first one.
class NetworkFiles final : public RemoteFiles {
public:
    explicit NetworkFiles(const RetryPolicy& policy = {}, const HttpTransport::Settings& settings = {},
        Environment environment = environmentValue, const MemoryLimits& limits = {});
    ~NetworkFiles() override;

    /// Keeps what is read on disk, too. To be called before work begins.
    void keepOnDisk(DiskCache::Settings settings);
    /// The same as the environment says. Fails with InvalidArgument where it says what cannot be; nothing is kept then.
    Result<> keepOnDisk();

    Result<std::shared_ptr<const Source>> open(const std::string& address) override;
    std::string publicName(const std::string& address) override;
    bool isFolder(const std::string& address) override;
    Result<FolderContent> list(const std::string& folder) override;
    std::optional<FolderContent> listCopies(const std::string& folder) override;
    std::shared_ptr<void> prepare(const std::vector<ComingFile>& files) override;
    std::string statedDigest(const std::string& address) override;
    RemoteTraffic traffic() const override;
    std::string silentHost() const override;
    std::vector<KeptCopy> keptCopies() const override;
    void askAgain() override { m_asksAgain = true; }
    void setOffline() override;

private:
    using Clock = std::chrono::steady_clock;

    /// A file that was opened, or is being opened.
    struct Opening {
        std::shared_ptr<HttpPlace> place;
        std::shared_ptr<Probe> probe;
        std::shared_ptr<HttpFetch> fetch;
        std::uint64_t bytes = 0; ///< that are asked for
        std::optional<DiskCache::Identity> identity; ///< where it may be kept
        std::optional<AboutFile> kept; ///< known without asking anybody: then there is neither probe nor fetch
    };
    struct Opened {
        std::weak_ptr<const Source> source;
        std::shared_ptr<const Source> kept; ///< for those that open it again soon
        std::optional<Error> error; ///< the server's, that there is no such file
        Clock::time_point when;
    };
    struct Failed {
        Error error;
        Clock::time_point when;
    };
    struct Listed {
        FolderContent content;
        Clock::time_point when;
    };

    /// The public name, of an address or of itself.
    std::string knownName(const std::string& address);
    Result<std::shared_ptr<const Source>> openSftp(const std::string& name, const SftpAddress& file);
    Result<std::shared_ptr<const Source>> sourceOf(const std::string& name, const Opening& opening);
    /// What was read before, without a server's word.
    Result<std::shared_ptr<const Source>> keptSource(const std::string& name, const Opening& opening);
    Result<std::shared_ptr<const Source>> sourceOrKept(const std::string& name, const Opening& opening);
    /// Begins anew where the branch became another commit while its file was opened: at the commit that the rest is
    /// read of. Nothing where that is not why.
    std::optional<Opening> beginAtCommit(const std::string& name, const Opening& first);
    /// Keeps for later runs which commit the revision of a hub's file is.
    void keepRevisionOf(const Opening& opening, const std::string& commit);
    /// Whether a repository has a folder, by the listing of all of it; nothing where the address is in none.
    std::optional<bool> isFolderAtHub(const std::string& name);
    /// That there is no such file, where a listing shows so; remembered.
    std::optional<Error> absenceOf(const std::string& name);
    /// Those that are kept for who opens them again soon.
    void forgetUnused();
    std::optional<FileCache> cacheOf(const Opening& opening, const AboutFile& about, bool mayBeStored) const;
    /// Ends what nobody has opened since prepare() began it.
    void giveUp(const std::vector<std::shared_ptr<HttpFetch>>& fetches);
    /// What is opened over SFTP, with its user and password.
    std::optional<SftpAddress> sftpAddressOf(const std::string& name) const;
    /// The address with its secrets.
    std::string addressOf(const std::string& name) const;
    /// The rest with the mutex held.
    /// Forgets what servers have said, if somebody wants to know it anew.
    void forgetIfAsked();
    HttpClient& client();
    SftpClient& sftpClient();
    /// Equal for the same version of a file if a strong ETag identifies the version.
    FileIdentity identityOf(const std::string& name, const Version& version);
    Opening begin(std::shared_ptr<HttpPlace> place, std::uint64_t bytes);
    std::optional<DiskCache::Identity> identityAt(const HttpPlace& place) const;
    /// Which files a hub has around the address, by what was listed before; for when no server may be asked.
    void learnKeptFiles(const std::string& address);
    /// A file that is opened without asking a server, as `refusal` says.
    Result<Opening> beginKept(const std::string& name, Error refusal);
    std::optional<Result<std::shared_ptr<const Source>>> openedBefore(const std::string& name);

    const RetryPolicy m_policy;
    const HttpTransport::Settings m_settings;
    const std::shared_ptr<SegmentMemory> m_memory;
    const Environment m_environment;
    std::shared_ptr<DiskCache> m_cache; ///< null for none
    std::atomic<bool> m_asksAgain = false;
    /// The UI thread takes it, so it is held for nothing but a look at what it guards; taken after the other one.
    mutable std::mutex m_namesMutex;
    std::map<std::string, std::string> m_urls; ///< with their secrets, by public name; guarded by m_namesMutex
    /// With their passwords, by originOf(); of SFTP by host and port. Guarded so, too.
    std::map<std::string, ServerName> m_users;
    std::map<std::string, KeptCopy> m_keptCopies; ///< by address; guarded so, too
    mutable std::mutex m_mutex; ///< of the rest
    Places m_places;
    std::map<std::string, std::uint64_t> m_numbers; ///< of files, as FileIdentity has them, by public name
    std::uint64_t m_generation = 0; ///< how often what servers have said was forgotten
    std::set<std::string> m_revisionsKept; ///< on disk since then: addresses of revisions with their commits
    std::set<std::string> m_wholeOnly; ///< servers that give no parts, by originOf()
    std::map<std::pair<std::string, std::string>, std::int64_t> m_versionsKnown; ///< by public name and strong ETag
    std::int64_t m_versions = 0; ///< numbers of versions given so far
    std::atomic<std::uint64_t> m_fileBytes = 0; ///< of all that was opened
    std::map<std::string, Opening> m_prepared;
    std::map<std::string, Opened> m_opened;
    std::map<std::string, Failed> m_failed; ///< what isFolder() has met, for who opens it next
    std::map<std::string, Listed> m_listed;
    std::unique_ptr<SftpClient> m_sftpClient;
    std::unique_ptr<HttpClient> m_client; ///< last: ends before the rest goes
    std::atomic<SftpClient*> m_startedSftp = nullptr; ///< for who has no mutex
    std::atomic<HttpClient*> m_started = nullptr;
};

} // namespace loupe::remote
