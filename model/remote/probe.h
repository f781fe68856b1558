#pragma once

#include "remote/http/http_fetch.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace loupe::remote {

/// The first request for a file: finds out whether the server supports ranges, the version, and the first bytes.
class Probe final : public FetchTarget {
public:
    struct Answer {
        Version version;
        bool isWhole = false; ///< the server does not support ranges: `start` is the whole file
        bool isKnown = false; ///< the file still has the known version: `start` is empty
        std::string commit; ///< the hub's commit, if the hub's digest shows that the version is known; otherwise empty
        bool mayBeStored = true;
        std::vector<std::byte> start; ///< the requested bytes, or the whole file if it is not larger
    };

    /// Requests the first `size` bytes, unless the file still has the `known` version. That needs a strong ETag;
    /// `digest` is the hub's digest of the version, if there is one.
    explicit Probe(std::uint64_t size, std::optional<Version> known = {}, std::string digest = {})
        : m_size(size)
        , m_known(std::move(known))
        , m_digest(std::move(digest))
    {
    }

    /// Waits for the result. Fails with the error of the server or network, or with Stopped if `stop` is requested.
    Result<Answer> wait(const std::stop_token& stop);

    std::optional<ByteRange> missing() const override
    {
        return m_asksWhole ? std::nullopt : std::optional(ByteRange{0, m_size});
    }
    std::vector<std::string> headers() const override;
    bool isConditional() const override { return !headers().empty(); }
    bool isAnsweredByRedirect(const HttpAnswer& redirect) override;
    Result<> begin(const HttpAnswer& answer) override;
    Result<> take(std::span<const std::byte> bytes) override;
    bool isComplete() const override;
    bool asksAgain() override;
    void finish(Result<> result) override;

private:
    Result<> beginKnown(const HttpAnswer& answer);
    Result<> beginWhole(const HttpAnswer& answer);
    Result<> beginPart(const HttpAnswer& answer);
    Result<> beginRefused(const HttpAnswer& answer);

    const std::uint64_t m_size;
    const std::optional<Version> m_known;
    const std::string m_digest; ///< digest of the known version
    Answer m_answer; ///< used by the transport's thread until the end
    std::optional<std::uint64_t> m_bodySize; ///< nothing if the server does not report it
    bool m_isRefused = false; ///< the response body is not part of the file
    std::uint64_t m_refusalSize = 0; ///< total size of these bodies
    bool m_asksWhole = false; ///< a range request failed without reporting the file's size
    bool m_asksAgain = false;
    std::mutex m_mutex;
    std::condition_variable_any m_finished;
    std::optional<Result<>> m_result;
};

} // namespace loupe::remote
