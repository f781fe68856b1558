#pragma once

#include "remote/http_fetch.h"

#include <condition_variable>
#include <mutex>

namespace loupe::remote {

/// The first look at a file: whether the server gives parts of it, its version, and its first bytes.
class Probe final : public FetchTarget {
public:
    struct Answer {
        Version version;
        bool isWhole = false; ///< the server gives no parts: `start` is all of the file
        std::vector<std::byte> start; ///< as many bytes as were asked for, or all of a file that is not larger
    };

    /// Asks for the first `size` bytes.
    explicit Probe(std::uint64_t size)
        : m_size(size)
    {
    }

    /// Waits for the answer. Fails with what the server or the network said.
    Result<Answer> wait();

    std::optional<ByteRange> missing() const override { return ByteRange{0, m_size}; }
    Result<> begin(const HttpAnswer& answer) override;
    Result<> take(std::span<const std::byte> bytes) override;
    bool isComplete() const override;
    void finish(Result<> result) override;

private:
    Result<> beginWhole(const HttpAnswer& answer);
    Result<> beginPart(const HttpAnswer& answer);

    const std::uint64_t m_size;
    Answer m_answer; ///< of the transport's thread until the end
    std::optional<std::uint64_t> m_bodySize; ///< nothing where the server does not tell
    std::mutex m_mutex;
    std::condition_variable m_finished;
    std::optional<Result<>> m_result;
};

} // namespace loupe::remote
