#pragma once

#include "core/remote/remote_files.h"
#include "remote/http/http_client.h"
#include "remote/opening/address_names.h"
#include "remote/opening/file_identities.h"
#include "remote/opening/kept_files.h"
#include "remote/opening/prepared_openings.h"
#include "remote/opening/recent_answers.h"
#include "remote/places.h"
#include "remote/segment.h"
#include "remote/sftp/sftp_client.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace loupe::remote {

/// Opens addresses over the network. Starts no threads before the first one is opened.
class NetworkFiles final : public RemoteFiles {
public:
    explicit NetworkFiles(const RetryPolicy& policy = {}, const HttpTransport::Settings& settings = {},
        Environment environment = environmentValue, const MemoryLimits& limits = {});
    ~NetworkFiles() override;

    /// Also caches what is read on disk. Call it before work begins.
    void keepOnDisk(DiskCache::Settings settings);
    /// As above, with the settings from the environment. If they are invalid, fails with InvalidArgument and caches
    /// nothing.
    Result<> keepOnDisk();

    Result<std::shared_ptr<const Source>> open(const std::string& address) override;
    std::string publicName(const std::string& address) override { return m_names.publicName(address); }
    bool isFolder(const std::string& address) override;
    Result<FolderContent> list(const std::string& folder) override;
    std::optional<FolderContent> listCopies(const std::string& folder) override;
    std::shared_ptr<void> prepare(const std::vector<ComingFile>& files) override;
    std::string statedDigest(const std::string& address) override;
    RemoteTraffic traffic() const override;
    std::string silentHost() const override;
    std::vector<KeptCopy> keptCopies() const override { return m_kept.copies(); }
    void askAgain() override { m_asksAgain = true; }
    void setOffline() override;

private:
    using Opened = RecentAnswers::Opened;

    Opened openSftp(const std::string& name, const SftpAddress& file);
    Opened sourceOf(const std::string& name, const Opening& opening);
    /// The cached data, without asking a server.
    Opened keptSource(const std::string& name, const Opening& opening);
    Opened sourceOrKept(const std::string& name, const Opening& opening);
    /// If the branch moved to another commit while its file was being opened: starts over at the commit that the other
    /// files are read from. Otherwise nothing.
    std::optional<Opening> beginAtCommit(const std::string& name, const Opening& first);
    /// True if the address is a folder of a hub repository, based on the listing of its parent; nothing if it is not in
    /// a repository.
    std::optional<bool> isFolderAtHub(const std::string& name);
    /// The error that the file does not exist, if a listing shows that; remembered.
    std::optional<Error> absenceOf(const std::string& name);
    void closeUnused();

    // Call the following with m_mutex held:
    /// Forgets the responses of servers, so that the next call requests them again.
    void forgetIfAsked();
    HttpClient& client();
    SftpClient& sftpClient();
    FileIdentity identityOf(const std::string& name, const Version& version);
    Opening begin(std::shared_ptr<HttpPlace> place, std::uint64_t bytes);
    /// Loads stored listings of the files around an address on a hub, for use when no server may be contacted.
    void learnKeptFiles(const std::string& address);
    /// Opens a file without contacting a server, for the reason given by `refusal`.
    Result<Opening> beginKept(const std::string& name, Error refusal);

    const RetryPolicy m_policy;
    const HttpTransport::Settings m_settings;
    const std::shared_ptr<SegmentMemory> m_memory;
    const Environment m_environment;
    AddressNames m_names;
    KeptFiles m_kept;
    std::atomic<bool> m_asksAgain = false;
    std::atomic<std::uint64_t> m_fileBytes = 0; ///< size of all opened files
    mutable std::mutex m_mutex; ///< guards the rest
    Places m_places;
    FileIdentities m_identities;
    RecentAnswers m_answers;
    PreparedOpenings m_prepared;
    std::set<std::string> m_wholeOnly; ///< servers that do not support ranges, by originOf()
    std::unique_ptr<SftpClient> m_sftpClient;
    std::unique_ptr<HttpClient> m_client; ///< last member, so that it ends first
    std::atomic<SftpClient*> m_startedSftp = nullptr; ///< for threads that do not hold the mutex
    std::atomic<HttpClient*> m_started = nullptr;
};

} // namespace loupe::remote
