#!/usr/bin/env bats

@test "without a name" {
    run bash two_fer.sh
    [ "$status" -eq 0 ]
    [ "$output" = "One for you, one for me." ]
}

@test "with a name" {
    run bash two_fer.sh Ada
    [ "$status" -eq 0 ]
    [ "$output" = "One for Ada, one for me." ]
}
