#pragma once

#include "remote/http_fetch.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace loupe::remote {

/// The first look at a file: whether the server gives parts of it, its version, and its first bytes.
class Probe final : public FetchTarget {
public:
    struct Answer {
        Version version;
        bool isWhole = false; ///< the server gives no parts: `start` is all of the file
        bool isKnown = false; ///< the version that was known: `start` is empty
        std::string commit; ///< the hub's, where its digest shows that the version is known; empty otherwise
        bool mayBeStored = true;
        std::vector<std::byte> start; ///< as many bytes as were asked for, or all of a file that is not larger
    };

    /// Asks for the first `size` bytes, unless the file is still of the `known` version, which has a strong ETag and
    /// the digest that a hub has stated of it, if one has.
    explicit Probe(std::uint64_t size, std::optional<Version> known = {}, std::string digest = {})
        : m_size(size)
        , m_known(std::move(known))
        , m_digest(std::move(digest))
    {
    }

    /// Waits for the answer. Fails with what the server or the network said, or with Stopped where `stop` is requested.
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
    const std::string m_digest; ///< of the known version
    Answer m_answer; ///< of the transport's thread until the end
    std::optional<std::uint64_t> m_bodySize; ///< nothing if the server does not tell
    bool m_isRefused = false; ///< the answer's body is no part of the file
    std::uint64_t m_refusalSize = 0; ///< of all such bodies
    bool m_asksWhole = false; ///< a part was refused without a word about the file's size
    bool m_asksAgain = false;
    std::mutex m_mutex;
    std::condition_variable_any m_finished;
    std::optional<Result<>> m_result;
};

} // namespace loupe::remote
