#pragma once

#include "core/remote/remote_files.h"
#include "remote/http_client.h"
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

/// Opens addresses over the network. Starts nothing before the first one.
class NetworkFiles final : public RemoteFiles {
public:
    explicit NetworkFiles(const RetryPolicy& policy = {}, const HttpTransport::Settings& settings = {},
        Environment environment = environmentValue, const MemoryLimits& limits = {});
    ~NetworkFiles() override;

    /// Keeps what is read on disk, too. To be called before work begins.
    void keepOnDisk(DiskCache::Settings settings);
    /// The same as the environment says. Fails with InvalidArgument if it says what cannot be; nothing is kept then.
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
    /// What was read before, without asking a server.
    Opened keptSource(const std::string& name, const Opening& opening);
    Opened sourceOrKept(const std::string& name, const Opening& opening);
    /// Starts over if the branch became another commit while its file was opened: at the commit that the rest is
    /// read of. Nothing if that is not why.
    std::optional<Opening> beginAtCommit(const std::string& name, const Opening& first);
    /// Whether a repository has a folder, by the listing of what is around it; nothing if the address is in none.
    std::optional<bool> isFolderAtHub(const std::string& name);
    /// That there is no such file, where a listing shows so; remembered.
    std::optional<Error> absenceOf(const std::string& name);
    void closeUnused();

    // With m_mutex held:
    /// Forgets the responses of servers, so that they are asked again.
    void forgetIfAsked();
    HttpClient& client();
    SftpClient& sftpClient();
    FileIdentity identityOf(const std::string& name, const Version& version);
    Opening begin(std::shared_ptr<HttpPlace> place, std::uint64_t bytes);
    /// Which files a hub has around the address, by what was listed before; for when no server may be asked.
    void learnKeptFiles(const std::string& address);
    /// A file that is opened without asking a server, as `refusal` says.
    Result<Opening> beginKept(const std::string& name, Error refusal);

    const RetryPolicy m_policy;
    const HttpTransport::Settings m_settings;
    const std::shared_ptr<SegmentMemory> m_memory;
    const Environment m_environment;
    AddressNames m_names;
    KeptFiles m_kept;
    std::atomic<bool> m_asksAgain = false;
    std::atomic<std::uint64_t> m_fileBytes = 0; ///< of all that was opened
    mutable std::mutex m_mutex; ///< guards the rest
    Places m_places;
    FileIdentities m_identities;
    RecentAnswers m_answers;
    PreparedOpenings m_prepared;
    std::set<std::string> m_wholeOnly; ///< servers that give no parts, by originOf()
    std::unique_ptr<SftpClient> m_sftpClient;
    std::unique_ptr<HttpClient> m_client; ///< last: ends before the rest goes
    std::atomic<SftpClient*> m_startedSftp = nullptr; ///< for who has no mutex
    std::atomic<HttpClient*> m_started = nullptr;
};

} // namespace loupe::remote
